#!/usr/bin/python3
"""Two viewers join the room CHAIN. One grabs the last particle and lifts it; the other must
be told who took it, and see it follow the hand. Exits with 0 if so, otherwise with one sentence.

Usage: pull.py URL [CA_FILE]     for example ws://127.0.0.1:8080/ws
"""

import asyncio
import math
import ssl
import struct
import sys
from urllib.parse import urlsplit

import msgpack
import websockets

LIFT_M = 0.5  # how far the hand lifts: the chain never swings so high by itself
NEAR_M = 0.1  # how near to the hand the other viewer must see the particle
TIMEOUT_S = 15


class Viewer:
    """One connection that follows a room: its newest frame, and its events since the welcome."""

    async def join(self, url, tls, name):
        parts = urlsplit(url)
        # A browser sends an Origin, which the server compares with the Host that a proxy passes on.
        origin = f"{'https' if tls else 'http'}://{parts.netloc}"
        self.socket = await websockets.connect(
            url, ssl=tls, origin=origin, subprotocols=["ropewalk.v1"], max_size=None
        )
        await self.send(type="hello", version=1, room="CHAIN", encodings=["f32"], name=name)
        self.frame = None
        self.events = []
        self.state = None
        self.seat = None
        await self.follow(lambda: self.state and self.frame)

    async def send(self, **message):
        await self.socket.send(msgpack.packb(message))

    async def follow(self, seen):
        while not seen():
            message = msgpack.unpackb(await self.socket.recv())
            if message["type"] == "welcome":
                self.seat, self.state = message["seat"], message["state"]
            elif message["type"] == "refused":
                sys.exit(f"refused: {message['code']}: {message['message']}")
            elif message["type"] == "tick":
                self.events += message["events"]
                self.frame = message.get("frame", self.frame)

    def position(self, particle):
        return struct.unpack_from("<3f", self.frame, 12 * particle)

    def was_told(self, event, **keys):
        wanted = {"type": event, **keys}
        return any(all(e.get(key) == wanted[key] for key in wanted) for e in self.events)


async def pull(url, tls):
    puller, watcher = Viewer(), Viewer()
    await puller.join(url, tls, "puller")
    await watcher.join(url, tls, "watcher")
    last = watcher.state["scene"]["particles"] - 1
    start = watcher.position(last)

    await puller.send(type="grab", seq=1, hand=0, particle=last, at=list(start))
    await watcher.follow(lambda: watcher.was_told("taken", seat=puller.seat, particle=last))
    target = [start[0], start[1] + LIFT_M, start[2]]
    await puller.send(type="move", seq=2, hand=0, at=target)
    await watcher.follow(lambda: math.dist(watcher.position(last), target) < NEAR_M)
    await puller.send(type="release", seq=3, hand=0)
    await watcher.follow(lambda: watcher.was_told("let_go", seat=puller.seat))
    await puller.socket.close()
    await watcher.socket.close()


def main():
    url = sys.argv[1]
    tls = ssl.create_default_context(cafile=sys.argv[2]) if len(sys.argv) > 2 else None
    try:
        asyncio.run(asyncio.wait_for(pull(url, tls), TIMEOUT_S))
    except (OSError, asyncio.TimeoutError, websockets.WebSocketException) as error:
        sys.exit(f"{type(error).__name__}: {error}")


main()
