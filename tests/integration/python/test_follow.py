"""Python clients follow a room: that of docs/PROTOCOL.md as it is printed, and some of our own."""

import asyncio
import contextlib
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

import msgpack
import websockets

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
BINARY = REPOSITORY / os.environ.get("ROPEWALK_BIN", "build/release/server/ropewalk")
DEADLINE_S = 60  # nothing that works takes this long, not even under a sanitizer
TIP = 20  # of the default chain: pinned at y = 1.5, 1 m long


class Server:
    """The real server on loopback, ended by its own pid."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="ropewalk-test-")
        www = pathlib.Path(self.folder.name, "www")
        www.mkdir()
        (www / "index.html").write_text("<!doctype html><title>Ropewalk</title>\n")
        self.log = open(pathlib.Path(self.folder.name, "log"), "w+")
        self.process = subprocess.Popen(
            [BINARY, "--listen", "127.0.0.1", "--port", "0", "--www", www,
             "--data", pathlib.Path(self.folder.name, "data")],
            stdout=subprocess.DEVNULL, stderr=self.log,
            env={k: v for k, v in os.environ.items() if not k.startswith("ROPEWALK_")})
        self.url = f"ws://127.0.0.1:{self.wait_for_port()}/ws"

    def lines(self):
        self.log.seek(0)
        return self.log.read().splitlines()

    def wait_for_port(self):
        for _ in range(DEADLINE_S * 20):
            for line in self.lines():
                if '"event":"listening"' in line:
                    return json.loads(line)["port"]
            if self.process.poll() is not None:
                break
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.05)
        self.process.kill()
        raise AssertionError("the server does not listen: " + "\n".join(self.lines()))

    def stop(self):
        """SIGTERM; an exit code of 0 and nothing but log lines, so no report of a sanitizer."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(DEADLINE_S)
        finally:
            self.process.kill()
            lines = self.lines()
            self.log.close()
            self.folder.cleanup()
        assert code == 0, f"exit code {code}\n" + "\n".join(lines)
        for line in lines:
            assert line.startswith("{"), "not a log line: " + "\n".join(lines)


class Follower:
    """As the client of docs/PROTOCOL.md, keeping what it gets."""

    def __init__(self, socket):
        self.socket = socket
        self.seq = 0
        self.answers = {}
        self.events = []
        self.ticks = {}  # (step, e0, e) → bytes
        self.frame = None

    @classmethod
    @contextlib.asynccontextmanager
    async def join(cls, url, room, **hello):
        async with websockets.connect(url, subprotocols=["ropewalk.v1"], max_size=None) as socket:
            self = cls(socket)
            hello = {"encodings": ["f32"], **hello}
            await self.send(type="hello", version=1, room=room, **hello)
            self.welcome = msgpack.unpackb(await socket.recv())
            assert self.welcome["type"] == "welcome", self.welcome
            self.cursor = self.welcome["state"]["e"]
            reading = asyncio.create_task(self.read())
            try:
                yield self
            finally:
                reading.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await reading  # raises what went wrong in it

    async def send(self, **message):
        await self.socket.send(msgpack.packb(message))

    async def read(self):
        async for data in self.socket:
            m = msgpack.unpackb(data)
            if m["type"] in ("ack", "refused"):
                self.answers[m["seq"]] = m
            elif m["type"] == "tick":
                assert m["e0"] == self.cursor, (m["e0"], self.cursor)
                self.cursor = m["e"]
                self.events += m["events"]
                self.ticks[m["step"], m["e0"], m["e"]] = data
                if "frame" in m and self.welcome["encoding"] == "f32":
                    self.frame = struct.unpack(f"<{len(m['frame']) // 4}f", m["frame"])

    def position(self, particle):
        return self.frame[3 * particle:3 * particle + 3]

    async def until(self, condition, what):
        async def wait():
            while not condition():
                await asyncio.sleep(0.01)
        try:
            await asyncio.wait_for(wait(), DEADLINE_S)
        except asyncio.TimeoutError:
            raise AssertionError(f"not in time: {what}") from None

    async def order(self, type, **fields):
        self.seq += 1
        seq = self.seq
        await self.send(type=type, seq=seq, **fields)
        await self.until(lambda: seq in self.answers, f"an answer to {type}")
        assert self.answers[seq]["type"] == "ack", self.answers[seq]


class Following(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def join(self, room="CHAIN", **hello):
        return Follower.join(self.server.url, room, **hello)

    def test_the_client_of_the_protocol_page_follows_a_room(self):
        page = (REPOSITORY / "docs/PROTOCOL.md").read_text()
        program = re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)
        client = subprocess.Popen([sys.executable, "-u", "-c", program, self.server.url, "chain"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            lines = [client.stdout.readline() for _ in range(30)]
        finally:
            client.kill()
            client.wait()
            client.stdout.close()
        steps = [int(line.split()[0]) for line in lines]
        heights = [float(line.split()[1]) for line in lines]
        self.assertEqual(steps, sorted(set(steps)))
        self.assertGreater(len(set(heights)), 20, "the tip swings")
        for height in heights:
            self.assertTrue(0.2 < height < 2.7, f"the tip hangs from the pin, not at {height}")

    async def test_two_viewers_receive_the_same_bytes(self):
        async with self.join("ROPE", rate=60) as a, self.join("ROPE", rate=60) as b:
            await a.order("gust", direction=[0, 0, 1], strength=5.0, duration=0.5)
            await a.until(lambda: len(a.ticks.keys() & b.ticks.keys()) >= 40, "forty common ticks")
            for key in a.ticks.keys() & b.ticks.keys():
                self.assertEqual(a.ticks[key], b.ticks[key], key)

    async def test_a_grab_moves_what_the_other_sees(self):
        async with self.join() as a, self.join() as b:
            at = [0.6, 1.1, 0.2]
            await a.order("grab", hand=0, particle=TIP, at=at)

            def near():
                return b.frame and sum((p - q) ** 2 for p, q in zip(b.position(TIP), at)) < 0.05**2
            await b.until(near, "the tip near the hand of the other")
            await a.order("release", hand=0)

    async def test_events_come_in_order_to_everyone(self):
        async with self.join("CLOTH") as a, self.join("CLOTH", rate=10) as b:
            seat = a.welcome["seat"]
            await a.order("pause")
            await a.order("grab", hand=1, particle=100, at=[0, 1, 0])
            await a.order("set", parameter="gravity", value=3)
            await a.order("step")
            await a.order("reset")
            await a.order("resume")
            wanted = ["paused", "taken", "parameter", "let_go", "reset", "resumed"]
            for viewer in (a, b):
                def told():
                    return [e["type"] for e in viewer.events if e.get("seat") == seat]
                await viewer.until(lambda: len(told()) >= len(wanted), "all events")
                self.assertEqual(told(), wanted)
            last = [[e for e in viewer.events if e.get("seat") == seat] for viewer in (a, b)]
            self.assertEqual(last[0], last[1])


if __name__ == "__main__":
    unittest.main()
