"""The real server on loopback with rooms of its own, and ropewalk-load against it. Both are ended by
their own process ids."""
import contextlib
import http.client
import json
import os
import ssl
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

FLAGS = ["--create", "open", "--metrics", "open", "--rooms-max", "100", "--viewers-max", "5000",
         "--viewers-per-room-max", "200", "--connections-per-address-max", "5000",
         "--handshakes-per-s-max", "5000"]


class Trouble(Exception):
    """What went wrong, in a sentence."""


def pinned(core, command):
    """The command on a core of its own, if the machine has two."""
    if core is None or os.cpu_count() < 2:
        return command
    return ["taskset", "--cpu-list", str(core)] + command


def until(condition, what, seconds):
    """The condition's value once it holds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise Trouble(f"not within {seconds} s: {what}")


class Server:
    """`wrapper`: a command that runs the server, such as valgrind; `flags`: more of the server's."""

    def __init__(self, binary, folder, rooms, core=None, wrapper=(), flags=()):
        www = folder / "www"
        www.mkdir(exist_ok=True)
        (www / "index.html").write_text("<!doctype html>\n", encoding="ascii")
        command = [*wrapper, str(binary), "--listen", "127.0.0.1", "--port", "0",
                   "--www", str(www), "--data", str(folder / "data"), *FLAGS, *map(str, flags)]
        # A setting of the caller's shell must not reach the server.
        own = {name: text for name, text in os.environ.items() if not name.startswith("ROPEWALK_")}
        self.uses_tls = "--tls-cert" in flags
        self.log_path = folder / "log"
        self.slowness = 20 if wrapper else 1
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(pinned(core, command), stdout=subprocess.DEVNULL,
                                            stderr=log, env=own)
        self.port = until(self.find_port, "the server listens", 15 * self.slowness)
        self.rooms = [self.create(scene) for scene in rooms]

    def log(self):
        return self.log_path.read_text(encoding="utf-8", errors="replace")

    def find_port(self):
        if self.process.poll() is not None:
            raise Trouble(f"the server ended at once:\n{self.log()}")
        lines = [line for line in self.log().splitlines() if '"listening"' in line]
        return json.loads(lines[0])["port"] if lines else None

    def open(self, path, body=None):
        """An answer to a request; a certificate is taken for what it says."""
        request = urllib.request.Request(
            f"http{'s' if self.uses_tls else ''}://127.0.0.1:{self.port}{path}", data=body)
        trusting = ssl._create_unverified_context() if self.uses_tls else None
        return urllib.request.urlopen(request, timeout=20, context=trusting)

    def create(self, scene, **parameters):
        body = json.dumps({"scene": scene, "title": "load", "parameters": parameters}).encode()
        with self.open("/api/rooms", body) as response:
            return json.load(response)["code"]

    def gauge(self, name):
        """A figure of /metrics; None if the server is too busy to answer whole."""
        try:
            with self.open("/metrics") as response:
                lines = response.read().decode().splitlines()
        except (OSError, http.client.HTTPException):
            return None
        return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))

    def resident_kb(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def terminate(self):
        """SIGTERM; the exit code and the seconds it took."""
        started = time.monotonic()
        self.process.terminate()
        try:
            code = self.process.wait(timeout=15 * self.slowness)
        except subprocess.TimeoutExpired:
            raise Trouble("the server did not end after SIGTERM") from None
        return code, time.monotonic() - started

    def stop(self, within_s=15):
        """SIGTERM, and what must then be true."""
        code, took_s = self.terminate()
        if code != 0:
            raise Trouble(f"the server ended with {code}:\n{self.log()[-6000:]}")
        if took_s > within_s * self.slowness:
            raise Trouble(f"the server took {took_s:.1f} s to end")
        for line in self.log().splitlines():
            if not line.startswith("{") or '"level":"error"' in line:
                raise Trouble(f"the server's log says: {line}")


@contextlib.contextmanager
def serving(build, rooms, core=None, wrapper=(), flags=()):
    with tempfile.TemporaryDirectory(prefix="ropewalk-load-") as folder:
        server = Server(build / "server/ropewalk", Path(folder), rooms, core, wrapper, flags)
        try:
            yield server
            if server.process.poll() is None:
                server.stop()
        finally:
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait()


class Load:
    """A run of the generator. `rooms`: codes; flags as on its command line."""

    def __init__(self, build, port, rooms, *flags, core=None):
        with tempfile.NamedTemporaryFile(suffix=".json", delete=False) as file:
            self.json_path = Path(file.name)
        command = [str(build / "server/load/ropewalk-load"), "--json", str(self.json_path),
                   "--url", f"ws://127.0.0.1:{port}/ws"]
        for room in rooms:
            command += ["--room", room]
        self.process = subprocess.Popen(pinned(core, [*command, *map(str, flags)]), text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def end(self):
        """Waits; the exit code, the figures and what it printed."""
        try:
            text, _ = self.process.communicate(timeout=7200)
            figures = json.loads(self.json_path.read_text(encoding="ascii") or "{}")
        finally:
            self.kill()
            self.json_path.unlink()
        return self.process.returncode, figures, text

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def end_well(self):
        """The figures of a run that must have kept all rules."""
        code, figures, text = self.end()
        if code != 0:
            raise Trouble(f"ropewalk-load ended with {code}:\n{text}")
        return figures
