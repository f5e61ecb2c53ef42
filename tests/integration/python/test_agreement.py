"""Frames on a grid and plain frames of one room show the same, step by step, to the grid's rounding."""

import contextlib
import struct
import unittest

import msgpack

import grid_frame
from test_follow import Follower, Server

STEPS_M = {"grid0.1": 0.0001, "grid0.5": 0.0005, "grid1": 0.001}
COMMON = 25  # frames that each viewer must have in common with the plain one


def scene_of(message):
    """The scene that a message brings, if it does."""
    if message["type"] in ("welcome", "state"):
        return message["state"]["scene"]
    scenes = [event["scene"] for event in message["events"] if event["type"] in ("scene", "undone")]
    return scenes[-1] if scenes else None


def decoder_of(encoding, scene):
    if encoding == "f32":
        return None
    words = struct.unpack(f"<{len(scene['links']) // 4}I", scene["links"])
    return grid_frame.Decoder(STEPS_M[encoding], scene["particles"],
                              list(zip(words[::2], words[1::2])))


def shown(viewer):
    """Step → positions, of all that a viewer was sent; and how many frames were independent."""
    encoding = viewer.welcome["encoding"]
    decoder = decoder_of(encoding, scene_of(viewer.welcome))
    positions, keys = {}, 0
    for message in map(msgpack.unpackb, viewer.ticks.values()):
        scene = scene_of(message)
        decoder = decoder_of(encoding, scene) if scene else decoder
        frame = message.get("frame")
        if frame is None:
            continue
        if decoder is None:
            positions[message["step"]] = struct.unpack(f"<{len(frame) // 4}f", frame)
        else:
            decoder.decode(frame)  # raises if it does not build on the last one
            positions[message["step"]] = decoder.positions()
            keys += frame[:1] == b"K"
    return positions, keys


class Agreement(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    async def watch(self, room, viewers, disturb):
        """Plain at 60 per second, and others by (encoding, rate), while the room is disturbed."""
        async with contextlib.AsyncExitStack() as stack:
            async def join(encoding, rate):
                return await stack.enter_async_context(
                    Follower.join(self.server.url, room, encodings=[encoding], rate=rate))
            plain = await join("f32", 60)
            others = [await join(*viewer) for viewer in viewers]
            await disturb(plain)
            for viewer in others:
                await viewer.until(
                    lambda v=viewer: len(v.ticks.keys() & plain.ticks.keys()) >= COMMON,
                    "frames in common")
            return plain, others

    def agree(self, plain, other):
        truth, _ = shown(plain)
        seen, keys = shown(other)
        step_m = STEPS_M[other.welcome["encoding"]]
        common = truth.keys() & seen.keys()
        self.assertGreater(len(common), COMMON // 2)
        for step in common:
            self.assertEqual(len(seen[step]), len(truth[step]), step)
            worst = max(abs(a - b) for a, b in zip(seen[step], truth[step]))
            # Half a step, and what rounding to float32 adds at a few metres.
            self.assertLessEqual(worst, 0.5 * step_m + 1e-6, f"step {step}")
        return keys, len(seen)

    async def test_each_grid_at_30_per_second(self):
        async def disturb(plain):
            await plain.order("gust", direction=[0, 0, 1], strength=20.0, duration=1.0)
            await plain.order("grab", hand=0, particle=20, at=[0.3, 0.8, 0.4])
        plain, others = await self.watch("ROPE", [(name, 30) for name in STEPS_M], disturb)
        for other in others:
            keys, frames = self.agree(plain, other)
            self.assertLess(keys, frames, "most build on others")

    async def test_each_rate(self):
        async def disturb(plain):
            await plain.order("gust", direction=[0, 1, 1], strength=20.0, duration=1.0)
        plain, others = await self.watch("ROPE", [("grid0.5", rate) for rate in (60, 20, 10)],
                                         disturb)
        for other in others:
            keys, frames = self.agree(plain, other)
            if other.welcome["rate"] == 10:
                self.assertEqual(keys, frames, "at slow rates all are independent")

    async def test_through_resets_other_scenes_and_steps_while_paused(self):
        async def disturb(plain):
            await plain.order("reset")
            await plain.order("scene", scene="flag")
            await plain.order("pause")
            for _ in range(5):
                await plain.order("step")
            await plain.order("set", parameter="columns", value=9)
            await plain.order("step")
            await plain.order("resume")
            await plain.order("scene", scene="cloth", parameters={"columns": 12, "rows": 8})
            await plain.order("reset")
            await plain.order("undo")
        plain, others = await self.watch("CHAIN", [("grid0.5", 30), ("grid0.1", 60)], disturb)
        for other in others:
            self.agree(plain, other)


if __name__ == "__main__":
    unittest.main()
