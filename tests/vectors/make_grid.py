#!/usr/bin/env python3
"""Writes v1/grid.json: frames on a grid of integers, from an encoder that is not Ropewalk's own.

Rows are only ever appended: it refuses to write when a row that is there would change. With
--corpus FOLDER it also writes each row as an input of tests/fuzz/fuzz_grid_frame.c.
"""

import argparse
import json
import pathlib
import random
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "integration" / "python"))
import grid_frame  # noqa: E402
from grid_frame import BLOCK_PARTICLES, ESCAPE_ONES, LEVEL_FIRST, LEVEL_MAX, signed  # noqa: E402

FILE = HERE / "v1" / "grid.json"


# ---- encoder -----------------------------------------------------------------------------------


def bits_of(number, count):
    """As text, in the order in which they are sent."""
    return f"{number:0{count}b}"[::-1] if count else ""


def level_bits(level, before, long):
    short = {before: "0", before + 1: "10", before - 1: "110"}
    return short[level] if level in short and not long else "111" + bits_of(level, 4)


def residual_bits(u, level, escape):
    if level == 0:
        assert u == 0
        return ""
    ones, low = divmod(u, 1 << level - 1)
    if escape or ones >= ESCAPE_ONES:
        return "1" * ESCAPE_ONES + bits_of(u, 32)
    return "1" * ones + "0" + bits_of(low, level - 1)


def shortest_level(us):
    lengths = [sum(len(residual_bits(u, level, False)) for u in us)
               for level in range(1, LEVEL_MAX + 1)]
    return 1 + lengths.index(min(lengths)) if any(us) else 0


def residuals_of(particles, links, grid, base):
    """What is left of each coordinate after prediction, as u."""
    predictors = grid_frame.predictors_of(particles, links)
    values = [signed(v - b) for v, b in zip(grid, base or [0] * len(grid))]
    us = []
    for i in range(particles):
        for axis in range(3):
            r = signed(values[3 * i + axis] - grid_frame.predicted(values, predictors, i, axis))
            us.append(2 * r if r >= 0 else -2 * r - 1)
    return us


def payload_bits(us, levels=None, long=False, escape=False):
    """`levels` of the blocks, if they are not to be the shortest; `long`: never told as a
    difference; `escape`: every residual in 32 bits."""
    bits = ""
    before = LEVEL_FIRST
    for i, first in enumerate(range(0, len(us), 3 * BLOCK_PARTICLES)):
        block = us[first:first + 3 * BLOCK_PARTICLES]
        level = shortest_level(block) if levels is None else levels[i]
        bits += level_bits(level, before, long)
        bits += "".join(residual_bits(u, level, escape) for u in block)
        before = level
    return bits


def bytes_of(bits):
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))


def head(number, base_number, check):
    if base_number is None:
        return struct.pack("<cII", b"K", number, check)
    return struct.pack("<cIII", b"D", number, base_number, check)


# ---- rows --------------------------------------------------------------------------------------


def row(name, step, particles, links, frame, result, base=None, base_number=None, number=None):
    fields = {"name": name, "step": step, "particles": particles,
              "links": [list(link) for link in links]}
    if base is not None:
        fields |= {"base": base, "base_number": base_number}
    fields["hex"] = frame.hex()
    if number is not None:
        fields["number"] = number
    return fields | {"result": result}


def key(name, step, particles, links, grid, number=1, **choices):
    us = residuals_of(particles, links, grid, None)
    frame = head(number, None, grid_frame.check_of(grid)) + bytes_of(payload_bits(us, **choices))
    return row(name, step, particles, links, frame, grid, number=number)


def delta(name, before, grid, number, **choices):
    """Against the frame of the row `before`."""
    base = before["result"]
    us = residuals_of(before["particles"], before["links"], grid, base)
    frame = head(number, before["number"], grid_frame.check_of(grid))
    frame += bytes_of(payload_bits(us, **choices))
    return row(name, before["step"], before["particles"], before["links"], frame, grid,
               base, before["number"], number)


def refused(name, like, frame, result="malformed", **changed):
    """A row that is like another one, but for its frame and what else is changed."""
    fields = {key: like[key] for key in ("step", "particles", "links")} | changed
    if "base" in like and "base" not in changed:
        fields |= {"base": like["base"], "base_number": like["base_number"]}
    fields = {key: value for key, value in fields.items() if value is not None}
    return row(name, frame=frame, result=result, **fields)


def moved(random, grid, most):
    return [signed(value + random.randint(-most, most)) for value in grid]


# ---- what there is to show ---------------------------------------------------------------------


ROPE = [(i, i + 1) for i in range(20)]
CLOTH = [(5 * r + c, 5 * r + c + 1) for r in range(4) for c in range(4)] + [
    (5 * r + c, 5 * r + c + 5) for r in range(3) for c in range(5)]
EXTREMES = [-(1 << 31), (1 << 31) - 1, 0, -1, 1, -(1 << 31) + 1, (1 << 30), -(1 << 30)]


def rope_rows():
    grid = [value for i in range(21) for value in (100 * i, 3000 - i * i, -7)]
    first = key("rope, key", 0.0005, 21, ROPE, grid, number=7)
    yield first
    swing = [v + (i // 3 if i % 3 == 1 else -2 * (i // 3)) for i, v in enumerate(grid)]
    second = delta("rope, delta", first, swing, 8)
    yield second
    third = delta("rope, delta against a delta, with a gap in the numbers", second, grid, 4294967295)
    yield third
    yield delta("rope, the number goes on from 0", third, swing, 0)


def cloth_rows(random):
    grid = [value for r in range(4) for c in range(5) for value in (80 * c, 4000 - 79 * r, r * c)]
    for step in (0.0005, 0.0001, 0.001):
        yield key(f"cloth of 5 × 4, step {step}", step, 20, CLOTH, grid, number=1)
    frame = key("", 0.0005, 20, CLOTH, grid, number=10)
    for number, most in ((11, 2), (12, 40), (15, 3)):
        frame = delta(f"cloth, delta of at most {most}", frame, moved(random, frame["result"], most),
                      number)
        yield frame
    still = delta("cloth, nothing has moved", frame, frame["result"], 16)
    yield still
    yield delta("cloth, all has moved alike", still, [v + 5 for v in still["result"]], 17)
    # Links in any order and direction, given twice, or from a particle to itself.
    links = [(b, a) if (a + b) % 3 else (a, b) for a, b in CLOTH] + CLOTH[:3] + [(4, 4), (0, 0)]
    random.shuffle(links)
    yield key("cloth, links in disorder", 0.0005, 20, links, grid, number=1)


def graph_rows(random):
    full = [(i, j) for j in range(12) for i in range(j)]
    grid = [random.randint(-2000, 2000) for _ in range(36)]
    first = key("each linked with all, more than 8 lower ones", 0.0001, 12, full, grid)
    yield first
    yield delta("each linked with all, delta", first, moved(random, grid, 30), 2)
    # 9 is linked with 0 … 8, and has 8 in common with none of the 8 highest but with the lowest, 0,
    # which does not count.
    fan = [(i, 9) for i in range(9)] + [(0, 8), (0, 10), (9, 10), (1, 2), (7, 11), (10, 11)]
    yield key("a lower one beyond the 8 highest does not count", 0.0001, 12, fan, grid)
    for i in range(3):
        links = [tuple(random.sample(range(30), 2)) for _ in range(30 * (i + 1))]
        grid = [random.randint(-3000, 3000) for _ in range(90)]
        first = key(f"random graph of {len(links)} links", 0.0005, 30, links, grid)
        yield first
        yield delta(f"random graph of {len(links)} links, delta", first, moved(random, grid, 9), 2)
    grid = [value for i in range(10) for value in (7 * i, -7 * i, 1000 - i)]
    yield key("ten particles without links", 0.001, 10, [], grid)
    yield key("some particles without links", 0.001, 10, [(0, 3), (3, 6), (8, 9)], grid)


def size_rows(random):
    for particles in range(1, 18):
        links = [(i, i + 1) for i in range(particles - 1)]
        grid = [random.randint(-40, 40) for _ in range(3 * particles)]
        first = key(f"{particles} particles" if particles > 1 else "one particle", 0.0005, particles,
                    links, grid, number=particles)
        yield first
        if particles in (1, 8, 9):
            yield delta(f"{particles} particles, delta", first, moved(random, grid, 3), 99)
    yield key("one particle at the origin", 0.0005, 1, [], [0, 0, 0])
    yield key("17 particles at the origin", 0.0005, 17, [], [0] * 51)


def grid_of(us, particles):
    """Particles without links of which these are the residuals."""
    grid = []
    for i, u in enumerate(us):
        before = grid[i - 3] if i >= 3 else 0
        grid.append(signed(before + (-(u + 1 >> 1) if u & 1 else u >> 1)))
    return grid


def level_rows(random):
    def blocks(levels, size=3):
        """Residuals that suit the levels, of 0 … 19 ones; all blocks are whole but the last."""
        us = []
        for level in levels:
            us += [random.randrange(ESCAPE_ONES << level - 1) if level else 0 for _ in range(24)]
        us = us[:len(us) - 24 + size]
        return len(us) // 3, grid_of(us, len(us) // 3)

    up_and_down = [*range(4, 16), *range(14, -1, -1), 1]
    for name, levels, choices in (
        ("levels up to 15 by ones, and down to 0", up_and_down, {}),
        ("the same levels, each told in 4 bits", up_and_down, {"long": True}),
        ("levels that jump", [15, 0, 14, 1, 13, 2, 12, 3, 11, 4, 10, 5, 9, 6, 8, 7], {}),
        ("levels that stay, at 15 and at 0", [15, 15, 0, 0], {}),
    ):
        particles, grid = blocks(levels)
        yield key(name, 0.0005, particles, [], grid, levels=levels, **choices)
    particles, grid = blocks([3, 3], 24)
    yield key("a level higher than need be", 0.0005, particles, [], grid, levels=[9, 12])
    yield key("blocks of zeros at other levels than 0", 0.0005, 18, [], [0] * 54, levels=[1, 15, 8])


def escape_rows(random):
    for level in (1, 2, 8, 15):
        edge = ESCAPE_ONES << level - 1
        us = [edge - 1, edge, edge + 1, edge - 2, 0, 1, (1 << 32) - 1, edge, (1 << 32) - 2,
              1 << 31, (1 << 31) - 1, edge + 12345, 5, edge, 7]
        yield key(f"escapes at level {level}", 0.0001, 5, [], grid_of(us, 5), levels=[level])
    # Only ones follow one another, from each bit of a byte on, as far as a reader may look at once.
    for start in range(8):
        us = [start, (1 << 32) - 1, 0xFFF, 0xFFFFF, (1 << 12) - 1 << 20, 3 * start]
        us += [(1 << 32) - 1] * 6
        yield key(f"escapes of many ones, {start} bits on", 0.0005, 4, [], grid_of(us, 4),
                  levels=[1])
    us = [random.randrange(1 << 32) for _ in range(30)]
    yield key("nothing but escapes", 0.0005, 10, [], grid_of(us, 10))
    us = [(1 << 32) - 1] * 24 + [(1 << 32) - 1] * 24
    yield key("level 15 told in 4 bits before escapes of ones", 0.0005, 16, [], grid_of(us, 16),
              levels=[15, 15], long=True)
    yield key("escapes where none is needed", 0.0005, 3, [(0, 1), (1, 2)],
              [1, -2, 3, 4, 5, -6, 0, 0, 9], escape=True)


def extreme_rows(random):
    edge = [640000, -640000]
    grid = [random.choice(edge) for _ in range(27)]
    first = key("at ±64 m in steps of 0.1 mm", 0.0001, 9, [(i, i + 1) for i in range(8)], grid)
    yield first
    yield delta("from one end of the world to the other", first, [-v for v in grid], 2)
    grid = [EXTREMES[(i * 5 + i // 8) % 8] for i in range(60)]
    first = key("the least and the greatest integers", 0.001, 20, CLOTH, grid)
    yield first
    other = [signed(v + (1 << 31) - i) for i, v in enumerate(grid)]
    second = delta("the least and the greatest integers, delta wraps around", first, other, 2)
    yield second
    yield delta("around and back by ones", second, [signed(v + 1) for v in other], 3)
    random_grid = [random.randrange(-(1 << 31), 1 << 31) for _ in range(63)]
    yield key("rope, integers of all sizes", 0.0001, 21, ROPE, random_grid)


def chain_rows(random):
    """Each against the one before, but for the K in its middle."""
    links = [(i, i + 1) for i in range(8)] + [(i, i + 2) for i in range(7)]
    grid = [random.randint(-900, 900) for _ in range(27)]
    frame = key("chain of frames, 100", 0.0005, 9, links, grid, number=100)
    yield frame
    for number in (101, 102, 105, 106, 110):
        grid = moved(random, grid, 6)
        if number == 105:
            frame = key("chain of frames, 105", 0.0005, 9, links, grid, number=number)
            frame = row("chain of frames, 105: a key that does not need the frame held", 0.0005, 9,
                        links, bytes.fromhex(frame["hex"]), grid, [0] * 27, 102, 105)
        else:
            frame = delta(f"chain of frames, {number}", frame, grid, number)
        yield frame


def refused_rows():
    grid = [value for i in range(9) for value in (40 * i, 1000 - i * i, 3)]
    links = [(i, i + 1) for i in range(8)]
    good = key("", 0.0005, 9, links, grid, number=1)
    k = bytes.fromhex(good["hex"])
    good_delta = delta("", good, [v + i % 4 for i, v in enumerate(grid)], 2)
    d = bytes.fromhex(good_delta["hex"])

    yield refused("no bytes", good, b"")
    yield refused("unknown kind", good, b"L" + k[1:])
    yield refused("unknown kind, small k", good, b"k" + k[1:])
    yield refused("kind 0", good, b"\0" + k[1:])
    yield refused("another message", good, bytes.fromhex("81a474797065a474696c6b"))
    for length in (1, 4, 5, 8):
        yield refused(f"head of a key cut after {length} bytes", good, k[:length])
    for length in (1, 5, 9, 12):
        yield refused(f"head of a delta cut after {length} bytes", good_delta, d[:length])
    yield refused("key without residuals", good, k[:9])
    yield refused("delta without residuals", good_delta, d[:13])
    yield refused("key cut in its residuals", good, k[:15])
    yield refused("delta cut in its residuals", good_delta, d[:16])
    yield refused("key without its last byte", good, k[:-1])
    yield refused("delta without its last byte", good_delta, d[:-1])
    yield refused("key and a byte more", good, k + b"\0")
    yield refused("delta and a byte more", good_delta, d + b"\0")
    yield refused("key twice", good, k + k)

    def crafted(name, bits, particles=9, values=None):
        """A key with the check of `values`, whatever its bits may be."""
        values = [0] * (3 * particles) if values is None else values
        frame = head(1, None, grid_frame.check_of(values)) + bytes_of(bits)
        return refused(name, good | {"particles": particles, "links": []}, frame)

    zero_block = level_bits(0, LEVEL_FIRST, False)
    yield crafted("a last byte that is not filled up with zeros", zero_block + "0" * 8 + "1" * 1)
    yield crafted("the first bit after the residuals is one", zero_block + "01")
    yield crafted("level below 0", zero_block + "110")
    yield crafted("level above 15", "1111111" + "0" * 15 * 24 + "10" + "0" * 45)
    yield crafted("cut before the level of a block", "1111000" + "0" , 17)
    yield crafted("cut in the level of a block", "1111000" + "1", 9)
    yield crafted("cut in a level of 4 bits", "1111000" + "0" * 6 + "111", 57)
    yield crafted("many blocks, of which only one is there", zero_block, 4096)
    yield crafted("cut in the ones of a residual", "1111000" + "1" * 25, 1, [0, 0, 0])
    yield crafted("cut in the low bits of a residual", "1111111" + "0", 1, [0, 0, 0])
    yield crafted("cut in an escape", "1111000" + "1" * 20 + "0" * 21, 1, [0, 0, 0])
    yield crafted("cut before the last residual", "1111000" + "0" * 1, 1, [0, 0, 0])

    wrong = bytes([k[5] ^ 1])
    yield refused("another check", good, k[:5] + wrong + k[6:])
    yield refused("another check, in its highest bit", good, k[:8] + bytes([k[8] ^ 128]) + k[9:])
    yield refused("delta with another check", good_delta, d[:9] + bytes([d[9] ^ 4]) + d[10:])
    yield refused("a coordinate one step further", good,
                  k[:9] + bytes.fromhex(key("", 0.0005, 9, links, [*grid[:-1], 4])["hex"])[9:])
    base = [v + (i == 4) for i, v in enumerate(grid)]
    yield refused("base with the right number and another coordinate", good_delta, d,
                  base=base, base_number=1)
    base = [v + (1, -1)[i % 2] if i < 2 else v for i, v in enumerate(grid)]
    yield refused("base with two coordinates that make up for one another", good_delta, d,
                  base=base, base_number=1)
    yield refused("against another frame", good_delta, d, "no_base",
                  base=grid, base_number=2)
    yield refused("against a later frame", good_delta, d, "no_base",
                  base=grid, base_number=16777217)
    yield refused("no frame is held", good_delta, d, "no_base", base=None, base_number=None)
    yield refused("no frame is held, nor is the delta whole", good_delta, d[:14], "no_base",
                  base=None, base_number=None)
    yield refused("no frame is held, and the head is short", good_delta, d[:12], "malformed",
                  base=None, base_number=None)

    fewer, more = key("", 0.0005, 8, [], [5] * 24), key("", 0.0005, 10, [], [5] * 30)
    nine = good | {"links": []}
    yield refused("key of 8 particles for 9", nine, bytes.fromhex(fewer["hex"]))
    yield refused("key of 10 particles for 9", nine, bytes.fromhex(more["hex"]))
    yield refused("key of other links", nine, k)
    yield refused("key of 17 particles at rest for 9", nine,
                  head(1, None, 0) + bytes_of(zero_block + "00"))
    yield refused("plain float32 positions", good, struct.pack("<27f", *[v * 0.0005 for v in grid]))


def rows():
    dice = random.Random(20)  # the same rows every time
    yield from rope_rows()
    yield from cloth_rows(dice)
    yield from graph_rows(dice)
    yield from size_rows(dice)
    yield from level_rows(dice)
    yield from escape_rows(dice)
    yield from extreme_rows(dice)
    yield from chain_rows(dice)
    yield from refused_rows()


# ---- main --------------------------------------------------------------------------------------


def result_of(fields):
    """What the decoder that was written from docs/PROTOCOL.md makes of a row."""
    decoder = grid_frame.Decoder(fields["step"], fields["particles"], fields["links"])
    decoder.grid, decoder.number = fields.get("base"), fields.get("base_number")
    try:
        return decoder.decode(bytes.fromhex(fields["hex"]))
    except grid_frame.Malformed:
        return "malformed"
    except grid_frame.NoBase:
        return "no_base"


def write_corpus(folder, all_rows):
    """Particles, links and base in front of each frame, as the fuzz target reads them."""
    for fields in all_rows:
        flat = [particle for link in fields["links"] for particle in link]
        data = struct.pack(f"<HH{len(flat)}H", fields["particles"], len(fields["links"]), *flat)
        base = fields.get("base")
        data += b"\0" if base is None else struct.pack(f"<BI{len(base)}i", 1,
                                                       fields["base_number"], *base)
        name = "".join(c if c.isalnum() and c.isascii() else "_" for c in fields["name"])
        kind = "invalid" if isinstance(fields["result"], str) else "valid"
        (folder / f"{kind}_{name}").write_bytes(data + bytes.fromhex(fields["hex"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=pathlib.Path, metavar="FOLDER")
    corpus = parser.parse_args().corpus
    all_rows = list(rows())
    names = [fields["name"] for fields in all_rows]
    assert len(set(names)) == len(names), "a name twice"
    for fields in all_rows:
        assert result_of(fields) == fields["result"], fields["name"]

    lines = [json.dumps(fields, ensure_ascii=False) for fields in all_rows]
    there = FILE.read_text().splitlines()[1:-1] if FILE.exists() else []
    for old, new in zip(there, lines):
        if old.strip().rstrip(",") != new:
            sys.exit(f"{FILE.name} has another row: {old.strip()[:60]}")
    if len(there) > len(lines):
        sys.exit(f"{FILE.name} has more rows")
    FILE.write_text("[\n" + ",\n".join(f"  {line}" for line in lines) + "\n]\n")
    if corpus is not None:
        corpus.mkdir(parents=True, exist_ok=True)
        write_corpus(corpus, all_rows)
    print(f"{len(lines)} rows, {len(lines) - len(there)} new")


if __name__ == "__main__":
    main()
