// The same loop over flat Float32Arrays: what one would write for a server in Node.
import { createInterface } from "node:readline";

const SIDE = 64, LINKS = 1000, N = 12, SPACING = 0.05, CHAIN_SPACING = 0.01, CRUSH = 0.55;
const MAX = SIDE * SIDE, CONSTRAINTS = 4 * MAX;
const x = new Float32Array(3 * MAX), p = new Float32Array(3 * MAX), v = new Float32Array(3 * MAX);
const w = new Float32Array(MAX);
const ends = new Uint32Array(2 * CONSTRAINTS), rest = new Float32Array(CONSTRAINTS);
const isFloor = new Uint8Array(CONSTRAINTS);
let particles = 0, constraints = 0;

function add(a, b, length, floor) {
  ends[2 * constraints] = a;
  ends[2 * constraints + 1] = b;
  rest[constraints] = length;
  isFloor[constraints++] = floor;
}

function setUpCloth(squeeze) {
  let seed = 1;
  const jitter = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return ((seed >>> 8) / 16777216 - 0.5) * 0.3 * SPACING;
  };
  particles = MAX;
  for (let i = 0; i < particles; i++) {
    w[i] = i < SIDE ? 0 : 100;
    x[3 * i] = (i % SIDE) * SPACING * squeeze + jitter();
    x[3 * i + 1] = -Math.floor(i / SIDE) * SPACING * squeeze + jitter();
    x[3 * i + 2] = jitter();
  }
  for (let r = 0; r + 1 < SIDE; r++)
    for (let c = 0; c < SIDE; c++) add(r * SIDE + c, (r + 1) * SIDE + c, SPACING, 0);
  for (let parity = 0; parity < 2; parity++)
    for (let r = 0; r < SIDE; r++)
      for (let c = parity; c + 1 < SIDE; c += 2) add(r * SIDE + c, r * SIDE + c + 1, SPACING, 0);
  for (let pass = 0; pass < 4; pass++)
    for (let r = 0; r + 1 < SIDE; r++)
      for (let c = pass % 2; c + 1 < SIDE; c += 2) {
        const up = pass >> 1;
        add((r + up) * SIDE + c, (r + 1 - up) * SIDE + c + 1, 0.8 * Math.SQRT2 * SPACING, 1);
      }
}

function setUpChain() {
  particles = LINKS + 1;
  for (let i = 0; i < particles; i++) {
    w[i] = i === 0 ? 0 : 1;
    x[3 * i] = i * CHAIN_SPACING * 0.573576;
    x[3 * i + 1] = -i * CHAIN_SPACING * 0.819152;
    x[3 * i + 2] = 0;
    if (i > 0) add(i - 1, i, CHAIN_SPACING, 0);
  }
}

function setUpRope() {
  particles = LINKS + 1;
  for (let i = 0; i < particles; i++) {
    const along = i / LINKS;
    w[i] = i === 0 || i === LINKS ? 0 : 10;
    x[3 * i] = 8 * (along - 0.5);
    x[3 * i + 1] = -6 * Math.min(along, 1 - along);
    x[3 * i + 2] = 0;
  }
  for (let i = 0; i < LINKS; i++) {
    const link = i % 2 === 0 ? i >> 1 : LINKS - 1 - (i >> 1);
    add(link, link + 1, CHAIN_SPACING, 0);
  }
}

function sweep() {
  for (let i = 0; i < constraints; i++) {
    const a = ends[2 * i], b = ends[2 * i + 1], i3 = 3 * a, j3 = 3 * b, weight = w[a] + w[b];
    const ex = p[i3] - p[j3], ey = p[i3 + 1] - p[j3 + 1], ez = p[i3 + 2] - p[j3 + 2];
    const length2 = ex * ex + ey * ey + ez * ez;
    if (weight === 0 || length2 === 0 || (isFloor[i] && length2 >= rest[i] * rest[i])) continue;
    const length = Math.sqrt(length2);
    const s = (length - rest[i]) / (length * weight), sa = w[a] * s, sb = w[b] * s;
    p[i3] -= sa * ex; p[i3 + 1] -= sa * ey; p[i3 + 2] -= sa * ez;
    p[j3] += sb * ex; p[j3 + 1] += sb * ey; p[j3 + 2] += sb * ez;
  }
}

function step() {
  const h = 1 / 60, count = 3 * particles;
  for (let i = 0; i < particles; i++) if (w[i] > 0) v[3 * i + 1] -= 9.81 * h;
  for (let i = 0; i < count; i++) p[i] = x[i] + h * v[i];
  for (let n = 0; n < N; n++) sweep();
  for (let i = 0; i < count; i++) {
    v[i] = (p[i] - x[i]) / h;
    x[i] = p[i];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [scene, state] = line.split(" ");
  const steps = scene === "cloth" ? 10 : 100;
  let before;
  for (let run = 0; run < 2; run++) {
    constraints = 0;
    v.fill(0);
    if (scene === "cloth") setUpCloth(state === "crush" ? CRUSH : 1);
    else if (scene === "rope") setUpRope();
    else setUpChain();
    before = process.cpuUsage();
    for (let i = 0; i < steps; i++) step();
  }
  const used = process.cpuUsage(before);
  let sum = 0;
  for (let i = 0; i < 3 * particles; i++) sum += x[i];
  console.log(`${((used.user + used.system) / 1e6).toFixed(9)} ${sum.toFixed(6)}`);
}
