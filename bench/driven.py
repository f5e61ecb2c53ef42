"""What benchmarks that drive a server with ropewalk-load share: the server has core 0, the generator
core 1, and what others use of both meanwhile is told."""
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests/load"))
from served import Load, Trouble, pinned, until

SERVER_CORE, GENERATOR_CORE = 0, 1
# A generator that uses more of its core measures itself.
GENERATOR_CORES_MAX = 0.9


def busy_s():
    """Seconds for which the cores have been busy, all together."""
    fields = [int(text) for text in Path("/proc/stat").read_text(encoding="ascii").split()[1:9]]
    idle, waiting = fields[3], fields[4]
    return (sum(fields) - idle - waiting) / os.sysconf("SC_CLK_TCK")


def load(build, server, *flags, overload=False):
    """The figures of one run of the generator, and how many cores others used meanwhile. `server`
    has a `port`, a `process` and `rooms`. `overload`: the server may break rules."""
    before, started = busy_s(), time.monotonic()
    run = Load(build, server.port, server.rooms, "--watch", server.process.pid,
               "--connect-per-s", 500, *flags, core=GENERATOR_CORE)
    if overload:
        code, figures, text = run.end()
        if code not in (0, 1):
            raise Trouble(f"ropewalk-load ended with {code}:\n{text}")
    else:
        figures = run.end_well()
    busy_cores = (busy_s() - before) / (time.monotonic() - started)
    # Coming and going takes less than being there, so this is the least that others used.
    figures["others_cores"] = max(
        0.0, busy_cores - figures["server_cores"] - figures["generator_cores"])
    return figures


def counts(figures):
    """Whether it was the server that a run measured."""
    return figures["generator_cores"] < GENERATOR_CORES_MAX


def put_to_sleep(server):
    """A server that is not measured takes no time from the one that is."""
    server.process.send_signal(signal.SIGSTOP)


@contextlib.contextmanager
def awake(server):
    server.process.send_signal(signal.SIGCONT)
    try:
        yield
    finally:
        put_to_sleep(server)


@contextlib.contextmanager
def woken_at_the_end(server):
    """So that it can be ended."""
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def wait_until_still(server):
    """Until no room steps, the demo rooms neither: they are given some seconds after the start."""
    until(lambda: server.gauge("ropewalk_rooms_still") == server.gauge("ropewalk_rooms"),
          "all empty rooms stand still", 20)


class Peer:
    """Another server that ropewalk-load can follow: a command that prints its port."""

    def __init__(self, *command, rooms=("PEER",)):
        self.rooms = list(rooms)
        self.process = subprocess.Popen(pinned(SERVER_CORE, [str(word) for word in command]),
                                        stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.strip().isdigit():
            self.end()
            raise Trouble(f"{command[0]} told no port, but: {line!r}")
        self.port = int(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.process.terminate()
        self.process.send_signal(signal.SIGCONT)
        self.process.wait()
        self.process.stdout.close()


def with_node_packages():
    """ws and @msgpack/msgpack, which the integration tests use too."""
    folder = ROOT / "tests/integration/node"
    if not (folder / "node_modules/.package-lock.json").exists():
        subprocess.run(["npm", "--prefix", folder, "ci", "--no-audit", "--no-fund",
                        "--loglevel=error"], check=True, stdout=sys.stderr)


def end_by_signal(_number, _frame):
    sys.exit("ended by a signal")  # through every `finally`, so that nothing is left running


def main(measure):
    """`measure(build)` gives the figures, which are printed and, with --json FILE, written."""
    signal.signal(signal.SIGTERM, end_by_signal)
    build = Path(sys.argv[1]).resolve()
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before the start")
    figures = measure(build)
    print("\n" + "\n".join(f"{key} {value}" for key, value in figures.items()))
    if "--json" in sys.argv:
        Path(sys.argv[sys.argv.index("--json") + 1]).write_text(json.dumps(figures, indent=2) + "\n",
                                                                encoding="utf-8")
