"""Reads frames on a grid of integers. Written from docs/PROTOCOL.md alone, plainly and slowly, so
that it can stand against the codecs in C and TypeScript."""

import struct

LEVEL_FIRST = 4
LEVEL_MAX = 15
BLOCK_PARTICLES = 8
LOWER_MAX = 8
ESCAPE_ONES = 20


class Malformed(Exception):
    """Not a frame of this scene, or not the one that its sender has encoded."""


class NoBase(Exception):
    """Against a frame that is not held."""


def predictors_of(particles, links):
    """For each particle the a, b and c from which it is predicted; None for particle 0."""
    linked = [set() for _ in range(particles)]
    for one, other in links:
        if one != other:
            linked[max(one, other)].add(min(one, other))
    lower = [sorted(ones, reverse=True)[:LOWER_MAX] for ones in linked]
    return [predictors_of_one(i, lower) if i > 0 else None for i in range(particles)]


def predictors_of_one(i, lower):
    if not lower[i]:
        return i - 1, i - 1, i - 1
    a, *others = lower[i]
    for b in others:
        common = set(lower[a]) & set(lower[b])
        if common:
            return a, b, max(common)
    return a, a, lower[a][0] if lower[a] else a


def predicted(values, predictors, particle, axis):
    """What coordinate `axis` of the particle should be, going by those before it."""
    if particle == 0:
        return 0
    a, b, c = (values[3 * one + axis] for one in predictors[particle])
    return signed(a + b - c)


def signed(value):
    """The integer modulo 2^32, from -2^31 to 2^31 - 1."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def rotated(word, bits):
    return (word << bits | word >> 32 - bits) % (1 << 32)


def check_of(grid):
    check = 0
    for x, y, z in zip(grid[::3], grid[1::3], grid[2::3]):
        x = x * 0x85EBCA6B % (1 << 32)
        y = rotated(y * 0xC2B2AE35 % (1 << 32), 11)
        z = rotated(z * 0x27D4EB2F % (1 << 32), 22)
        check = (check ^ x ^ y ^ z) * 0x9E3779B1 % (1 << 32)
        check ^= check >> 15
    return check


def float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Bits:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, count):
        """The number that the next bits are."""
        if self.at + count > 8 * len(self.data):
            raise Malformed("cut short")
        number = 0
        for i in range(count):
            number |= (self.data[self.at >> 3] >> (self.at & 7) & 1) << i
            self.at += 1
        return number

    def take_ones(self, most):
        """How many ones come before a zero, which is taken too; none is looked for after `most`."""
        ones = 0
        while ones < most and self.take(1):
            ones += 1
        return ones

    def end(self):
        left = 8 * len(self.data) - self.at
        if left >= 8 or self.take(left) != 0:
            raise Malformed("something follows")


def take_level(bits, before):
    ones = bits.take_ones(3)
    level = bits.take(4) if ones == 3 else before + (0, 1, -1)[ones]
    if not 0 <= level <= LEVEL_MAX:
        raise Malformed("no such level")
    return level


def take_residual(bits, level):
    if level == 0:
        return 0
    k = level - 1
    ones = bits.take_ones(ESCAPE_ONES)
    u = bits.take(32) if ones == ESCAPE_ONES else (ones << k) + bits.take(k)
    return -(u + 1 >> 1) if u & 1 else u >> 1


class Decoder:
    """Follows the frames of one scene and holds the last one: `grid`, of the number `number`."""

    def __init__(self, step, particles, links):
        self.step = step
        self.predictors = predictors_of(particles, links)
        self.number = None
        self.grid = None

    def decode(self, frame):
        """The coordinates in steps of the grid. After Malformed or NoBase the frame held stays."""
        delta = frame[:1] == b"D"
        head_bytes = 13 if delta else 9
        if frame[:1] not in (b"K", b"D") or len(frame) < head_bytes:
            raise Malformed("no head")
        number, *base, check = struct.unpack_from("<III" if delta else "<II", frame, 1)
        if delta and base != [self.number]:
            raise NoBase(f"{base[0]}, but {self.number} is held")
        grid = self.take_payload(Bits(frame[head_bytes:]), self.grid if delta else None)
        if check_of(grid) != check:
            raise Malformed("another check")
        self.number, self.grid = number, grid
        return grid

    def take_payload(self, bits, base):
        values = []
        level = LEVEL_FIRST
        for particle in range(len(self.predictors)):
            if particle % BLOCK_PARTICLES == 0:
                level = take_level(bits, level)
            for axis in range(3):
                value = predicted(values, self.predictors, particle, axis)
                values.append(signed(value + take_residual(bits, level)))
        bits.end()
        return values if base is None else [signed(v + b) for v, b in zip(values, base)]

    def positions(self):
        """In metres, as the nearest float32."""
        return [float32(value * self.step) for value in self.grid]
