# SPDX-License-Identifier: Apache-2.0
"""Two joined dispatchers behind keepalived, behind a name with two addresses, and behind a tier of TCP; see ../slow.d/several."""
import collections
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "examples"
SECONDS, KILL_AFTER = 16, 6
MOVES_S = 4.0
"""The longest time that the shared address may take to move, as the guide says 'two or three seconds'."""

ADDRESSES = {"one": "10.0.0.1", "two": "10.0.0.2", "tier": "10.0.0.30", "nodes": "10.0.0.10", "clients": "10.0.0.50"}


class Failure(Exception):
    pass


class Site:
    """Namespaces on one bridge, and the processes in them; all of it is gone at the end."""

    def __init__(self, folder):
        self.folder = folder
        self.running = []
        self.prefix = f"ek{os.getpid()}"

    def name(self, place):
        return f"{self.prefix}-{place}"

    def __enter__(self):
        try:
            self.make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def make(self):
        ip("netns", "add", self.name("wire"))
        self.inside("wire", "ip", "link", "add", "wire", "type", "bridge")
        self.inside("wire", "ip", "link", "set", "wire", "up")
        for place, address in ADDRESSES.items():
            ip("netns", "add", self.name(place))
            ip("link", "add", "eth0", "netns", self.name(place), "type", "veth", "peer", "name", place, "netns", self.name("wire"))
            self.inside("wire", "ip", "link", "set", place, "master", "wire", "up")
            self.inside(place, "ip", "link", "set", "lo", "up")
            self.inside(place, "ip", "addr", "add", f"{address}/24", "dev", "eth0")
            self.inside(place, "ip", "link", "set", "eth0", "up")

    def __exit__(self, *_):
        for each in reversed(self.running):
            self.kill(each, signal.SIGTERM)
        forget_names(self)
        for place in [*ADDRESSES, "wire"]:
            subprocess.run(["ip", "netns", "del", self.name(place)], stderr=subprocess.DEVNULL, check=False)

    def command(self, place, *command):
        return ["ip", "netns", "exec", self.name(place), *map(str, command)]

    def inside(self, place, *command):
        run(self.command(place, *command))

    def start(self, place, *command, **more):
        with open(self.folder / f"{len(self.running)}-{place}.log", "wb") as log:
            process = subprocess.Popen(
                self.command(place, *command), stdout=log, stderr=subprocess.STDOUT, cwd=self.folder, start_new_session=True, **more
            )
        self.running.append(process)
        return process

    def kill(self, process, how):
        if process.poll() is None:
            process.send_signal(how)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def until(self, what, place, *command, seconds=60):
        end = time.monotonic() + seconds
        while subprocess.run(self.command(place, *command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode:
            if time.monotonic() > end:
                raise Failure(f"{what} does not come")
            time.sleep(0.2)


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise Failure(f"{' '.join(map(str, command))}: {done.stdout}")


def ip(*words):
    run(["ip", *words])


def nodes(site):
    for port in (8081, 8082, 8083):
        site.start("nodes", sys.executable, HERE / "node.py", ADDRESSES["nodes"], port, site.folder / "posts")
    for port in (8081, 8082, 8083):
        site.until("a server", "nodes", "curl", "-fsS", f"http://{ADDRESSES['nodes']}:{port}/health")


def dispatcher(site, place, listener=""):
    file = site.folder / f"{place}.yaml"
    file.write_text(f"""
cluster-key: "{'k' * 40}"
join: {{address: "{ADDRESSES[place]}:7800", members: ["{ADDRESSES['one']}:7800", "{ADDRESSES['two']}:7800"]}}
listeners: [{{name: web, address: ":8080", cluster: shop{listener}}}]
clusters:
  shop:
    nodes: ["{ADDRESSES['nodes']}:8081", "{ADDRESSES['nodes']}:8082", "{ADDRESSES['nodes']}:8083"]
    health: /health
admin: {{address: "127.0.0.1:8111"}}
state-dir: {site.folder / place}
""")
    process = site.start(place, ROOT / "evenkeel", "run", "-c", file)
    site.until(f"dispatcher {place}", place, "curl", "-fsS", "-m", "1", "http://127.0.0.1:8111/readyz")
    return process


def both(site, listener=""):
    first = dispatcher(site, "one", listener)
    second = dispatcher(site, "two", listener)
    site.until("the second member", "one", "sh", "-c", "curl -fsS http://127.0.0.1:8111/metrics | grep -q 'evenkeel_join_members 2'", seconds=30)
    return {"one": first, "two": second}


def keepalived(site):
    dispatchers = both(site)
    example = (EXAMPLES / "several" / "keepalived.conf").read_text()
    second = example
    for old, new in (
        ("state MASTER", "state BACKUP"),
        ("priority 110", "priority 100"),
        ("unicast_src_ip 10.0.0.1", "unicast_src_ip 10.0.0.2"),
        ("unicast_peer { 10.0.0.2 }", "unicast_peer { 10.0.0.1 }"),
    ):
        if old not in second:
            raise Failure(f"keepalived.conf has no '{old}' any more")
        second = second.replace(old, new)
    for place, text in (("one", example), ("two", second)):
        file = site.folder / f"keepalived-{place}.conf"
        file.write_text(text)
        site.start(place, "keepalived", "-n", "-l", "-f", file, "-p", site.folder / f"{place}.pid", "-r", site.folder / f"{place}-vrrp.pid")
    site.until("the shared address", "one", "sh", "-c", "ip addr show eth0 | grep -q 10.0.0.100", seconds=20)
    return "10.0.0.100", dispatchers, "one"


def two_addresses(site):
    """The names of a namespace have a file of their own, in the place of the name server that has the example's zone."""
    zone = (EXAMPLES / "several" / "zone.db").read_text()
    name = re.search(r"^(\S+)\.\s+IN\s+A\s", zone, re.M).group(1)
    hosts = Path("/etc/netns") / site.name("clients") / "hosts"
    hosts.parent.mkdir(parents=True)
    hosts.write_text(f"{ADDRESSES['one']} {name}\n{ADDRESSES['two']} {name}\n")
    return name, both(site), "one"


def forget_names(site):
    folder = Path("/etc/netns") / site.name("clients")
    (folder / "hosts").unlink(missing_ok=True)
    if folder.exists():
        folder.rmdir()


def tier(site):
    dispatchers = both(site, f", accept-proxy: true, trusted: [{ADDRESSES['tier']}]")
    text = (EXAMPLES / "config" / "tier.yaml").read_text()
    for old, new in (("127.0.0.1:9443", ":8080"), ("127.0.0.1:19443", f"{ADDRESSES['one']}:8080"), ("127.0.0.1:29443", f"{ADDRESSES['two']}:8080")):
        if old not in text:
            raise Failure(f"tier.yaml has no {old} any more")
        text = text.replace(old, f'"{new}"')
    file = site.folder / "tier.yaml"
    file.write_text(text + f"admin: {{address: \"127.0.0.1:8111\"}}\nstate-dir: {site.folder / 'tier'}\n")
    site.start("tier", ROOT / "evenkeel", "run", "-c", file)
    site.until("the tier", "tier", "curl", "-fsS", "-m", "1", "http://127.0.0.1:8111/readyz")
    return ADDRESSES["tier"], dispatchers, None


def served(site, place):
    text = subprocess.run(
        site.command(place, "curl", "-fsS", "http://127.0.0.1:8111/metrics"), stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith("evenkeel_listener_requests_total"))


def verdict(name, site, killed_s, gone_s, moves):
    """The kernel takes connections for a killed process until it has closed its sockets; these are on its wires, too."""
    lines = [json.loads(line) for line in (site.folder / "requests").read_text().splitlines()]
    failed = [line for line in lines if line["failure"]]
    wires = [line for line in failed if line["sent"] <= gone_s and line["ended"] >= killed_s]
    later = [line for line in failed if line not in wires]
    last = max((line["ended"] - gone_s for line in failed), default=0)
    posts = collections.Counter((site.folder / "posts").read_text().split())
    twice = [path for path, count in posts.items() if count > 1]
    kinds = dict(collections.Counter(line["failure"] for line in failed))
    print(
        f"{name}: {len(lines)} requests, {len(wires)} failed on the wires of the killed dispatcher and {len(later)} others {kinds or ''}, "
        f"the last {last:.1f} s after its end; {len(twice)} POSTs twice",
        flush=True,
    )
    early = [line for line in failed if line["ended"] < killed_s]
    if len(lines) < 0.98 * SECONDS * 300:
        raise Failure("too few requests")
    if early:
        raise Failure(f"{len(early)} failed before anything was killed: {early[0]}")
    if twice:
        raise Failure(f"the servers got these twice: {twice[:5]}")
    if later and (not moves or last > MOVES_S):
        raise Failure(f"failed although they had nothing to do with the killed dispatcher: {later[:3]}")


def tried(site, prepare, name, moves):
    nodes(site)
    host, dispatchers, victim = prepare(site)
    load = site.start("clients", sys.executable, HERE / "load.py", host, 8080, SECONDS, site.folder / "requests")
    time.sleep(KILL_AFTER)
    if victim is None:
        victim = max(dispatchers, key=lambda place: served(site, place))
    if served(site, victim) < 300:
        raise Failure(f"dispatcher {victim} serves nobody")
    killed_s = time.time()
    dispatchers[victim].kill()
    dispatchers[victim].wait()
    gone_s = time.time()
    if load.wait(SECONDS + 30):
        raise Failure("the load ended with an error")
    verdict(name, site, killed_s, gone_s, moves)


def attempt(name, prepare, moves):
    """True when it held; what is started is gone in every case, also when this program is told to end."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with Site(Path(folder)) as site:
                tried(site, prepare, name, moves)
            return True
        except (Failure, subprocess.SubprocessError, OSError) as e:
            print(f"{name}: FAILED: {e}", flush=True)
            for log in sorted(Path(folder).glob("*.log")):
                print(f"--- {log.name}\n{log.read_text(errors='replace')[-1500:]}")
            return False


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
results = [
    attempt("keepalived", keepalived, True),
    attempt("a name with two addresses", two_addresses, False),
    attempt("a tier of TCP", tier, False),
]
print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
sys.exit(0 if all(results) else 1)
