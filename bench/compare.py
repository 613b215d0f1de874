# SPDX-License-Identifier: Apache-2.0
"""Compares the CPU time per request of Evenkeel, HAProxy and nginx, and of Varnish where answers come from a cache.

Each round measures the proxies of a case one after the other, starting with another one each time, and what counts is the median of the ratios within a
round: whatever else the machine does in those seconds touches all of them. A run with an error is shown and left out.

With --against FOLDER the Evenkeel of another checkout takes the place of the others, which tells what a change costs. The cases http-1k-cookie,
-rules, -overload, -traced and -miss compare Evenkeel with a part in use (affinity by its cookie; rules of the edge; overload control that has nothing to
do; one request in a hundred traced and sent to a receiver; a cache that stores each answer and has none that is asked for) with the same requests
without that part.
"""

import argparse
import contextlib
import http.server
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from rig import HOME, Choices, Failure, busy_seconds, cookie_of, free_ports, open_rig

BROWSER = (
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    "Accept-Language: en-GB,en;q=0.9,de;q=0.8",
    "Accept-Encoding: gzip, deflate, br, zstd",
    "Referer: http://shop.example.org/catalogue/list?page=2",
    "Cookie: JSESSIONID=0123456789ABCDEF0123456789ABCDEF.vcn1; theme=dark; consent=necessary",
    "Upgrade-Insecure-Requests: 1",
    "Cache-Control: max-age=0",
)


def in_cluster(lines):
    """Puts lines into the configuration of the only cluster."""
    return lambda text: text.replace("  shop:\n", "  shop:\n" + lines, 1)


def in_listener(lines):
    """Puts lines into the configuration of the only listener."""
    return lambda text: text.replace("    cluster: shop\n", "    cluster: shop\n" + lines, 1)


def at_the_end(lines):
    return lambda text: text + lines


@dataclass(frozen=True)
class Part:
    """A part of Evenkeel whose cost is measured: the configuration with it and without it, and whether its clients have the cookie."""

    on: object
    off: object = field(default=lambda text: text)
    cookie: bool = False
    cookie_without: bool = False


WARMUP = 8
LONG_WARMUP = 60
COOKIE = "    affinity: cookie\n"
RULES = """    allow: [127.0.0.0/8]
    headers:
      request: {set: {X-Env: prod}, remove: [X-Debug]}
      response: {set: {X-Frame-Options: DENY}, remove: [Server]}
"""
OVERLOAD = """    overload:
      admit-sessions: true
      learn-concurrency: true
      learn-patience: true
      classes: [{name: checkout, path: /checkout, share: 40%, priority: 10}, {name: robots, network: [10.9.0.0/16], priority: -10}]
"""
TRACED = """telemetry:
  otlp: {{endpoint: "http://127.0.0.1:{port}"}}
  traces: {{ratio: 1%}}
"""


def cached(text):
    """Routes that store answers."""
    return text.replace("    cluster: shop\n", "    routes: [{cluster: shop, cache: true}]\n", 1) + "cache: {memory: 64MB}\n"


@dataclass(frozen=True)
class Case:
    """A kind of load, and the ratio to HAProxy, or to Evenkeel without a part of it, that is to be reached; and that to Varnish, for a cache."""

    name: str
    path: str
    connections: int
    target: float
    mode: str = "http"
    fields: tuple = ()
    sender: str = "wrk"
    streams: int = 1
    part: object = None
    varnish_target: float = None

    def load(self, rig, subject, seconds):
        return rig.load(subject.server, self.path, self.connections, seconds, (*self.fields, *subject.fields), self.sender, self.streams)

    @property
    def others(self):
        """The programs beside Evenkeel; Varnish speaks for caches."""
        return ("haproxy", "nginx", VARNISH) if self.mode == "cache" else ("haproxy", "nginx")

    def rivals(self, against):
        """The names of what Evenkeel is compared with."""
        return (AGAINST,) if against else (WITHOUT,) if self.part else self.others

    @property
    def other(self):
        """What Evenkeel's target is about."""
        return WITHOUT if self.part else "haproxy"


@dataclass
class Subject:
    """A proxy that is measured, with fields that only its requests have."""

    server: object
    fields: tuple = ()

    @property
    def name(self):
        return self.server.name


WITHOUT, AGAINST, VARNISH = "without", "against", "varnish"
RECEIVER = free_ports(1)[0]


CASES = [
    Case("http-1k", "/1k", 64, 0.95),
    Case("http-1k-headers", "/1k", 64, 0.85, fields=BROWSER),
    Case("http-1k-cookie", "/1k", 64, 1.03, part=Part(in_cluster(COOKIE), cookie=True)),
    Case("http-1k-rules", "/1k", 64, 1.02, part=Part(in_listener(RULES))),
    # Two connections: a learned bound is never less, so that no request waits and no rule has anything to do.
    Case("http-1k-overload", "/1k", 2, 1.03, part=Part(in_cluster(COOKIE + OVERLOAD), in_cluster(COOKIE), cookie=True, cookie_without=True)),
    Case("http-1k-traced", "/1k", 64, 1.02, part=Part(at_the_end(TRACED.format(port=RECEIVER)))),
    Case("http-1k-miss", "/kept/1k", 64, 1.03, sender="wrk-urls", part=Part(cached)),
    Case("http-1k-hit", "/kept/1k", 64, 0.60, mode="cache", varnish_target=0.70),
    Case("http-64k-hit", "/kept/64k", 64, 0.60, mode="cache", varnish_target=0.70),
    Case("http-64k", "/64k", 64, 0.85),
    Case("http-1m", "/1m", 16, 0.75),
    Case("http-1k-1000", "/1k", 1000, 0.75),
    Case("http-close", "/1k", 64, 1.10, fields=("Connection: close",)),
    Case("tcp-1k", "/1k", 64, 1.20, mode="tcp"),
    Case("tcp-1m", "/1m", 16, 0.50, mode="tcp"),
    Case("tls-full", "/1k", 16, 0.60, mode="tls", sender="handshakes"),
    Case("tls-resumed", "/1k", 16, 0.65, mode="tls", sender="resumptions"),
    Case("tls-full-rsa", "/1k", 16, 1.15, mode="tls-rsa", sender="handshakes"),
    Case("tls-1k", "/1k", 64, 0.90, mode="tls", sender="h2load-h1"),
    Case("tls-64k", "/64k", 64, 0.75, mode="tls", sender="h2load-h1"),
    Case("tls-1m", "/1m", 16, 0.70, mode="tls", sender="h2load-h1"),
    Case("h2-1k-m1", "/1k", 16, 0.95, mode="h2", sender="h2load", streams=1),
    Case("h2-1k-m10", "/1k", 8, 0.90, mode="h2", sender="h2load", streams=10),
    Case("h2-1k-m100", "/1k", 4, 0.85, mode="h2", sender="h2load", streams=100),
    Case("h2-tls-1k-m10", "/1k", 8, 0.90, mode="tls", sender="h2load", streams=10),
]


@dataclass
class Run:
    """One proxy under load for some seconds. Times in microseconds of CPU; foreign load in cores."""

    proxy: str
    round: int
    requests: int
    user_us: float
    kernel_us: float
    rps: float
    p99_ms: float
    foreign_cores: float
    errors: str

    @property
    def us(self):
        return self.user_us + self.kernel_us


@dataclass
class Outcome:
    """What a case gave: all runs, and the memory of each proxy at the end."""

    case: Case
    runs: list = field(default_factory=list)
    rss_mb: dict = field(default_factory=dict)

    def good(self, proxy):
        return [run for run in self.runs if run.proxy == proxy and not run.errors]

    def ratios(self, other):
        """Evenkeel's CPU time per request over the other's, for every round in which both ran without an error."""
        others = {run.round: run.us for run in self.good(other)}
        return [run.us / others[run.round] for run in self.good("evenkeel") if run.round in others]

    def median(self, proxy, value):
        return statistics.median([value(run) for run in self.good(proxy)] or [float("nan")])


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes traces and forgets them; its CPU time is this script's."""

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


@contextlib.contextmanager
def receiver():
    with http.server.ThreadingHTTPServer(("127.0.0.1", RECEIVER), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


def subjects(rig, case, choices, against, stack):
    """Starts what a case compares: Evenkeel first, then the others."""
    part = case.part or Part(lambda text: text)
    servers = [rig.proxy("evenkeel", case.mode, choices, change=part.on)]
    if against:
        servers.append(rig.proxy("evenkeel", case.mode, choices, label=AGAINST, home=against, change=part.on))
    elif case.part:
        servers.append(rig.proxy("evenkeel", case.mode, choices, label=WITHOUT, change=part.off))
    else:
        servers += [rig.proxy(name, case.mode, choices) for name in case.others]
    started = []
    for server in servers:
        stack.enter_context(server)
        rig.prove(server)
        tied = part.cookie_without if server.name == WITHOUT else part.cookie
        started.append(Subject(server, (cookie_of(server.port),) if tied else ()))
    return started


def measure(rig, proxies, proxy, case, round_number, seconds):
    """One run. Foreign load is what the cores did beyond the proxies, the back end, the load and this script."""
    def own():
        of_servers = sum(server.cpu().total for server in (*(each.server for each in proxies), rig.backend))
        here, reaped = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return of_servers + here.ru_utime + here.ru_stime + reaped.ru_utime + reaped.ru_stime

    began, busy, mine, cpu = time.monotonic(), busy_seconds(), own(), proxy.server.cpu()
    load = case.load(rig, proxy, seconds)
    spent, mine, busy = proxy.server.cpu() - cpu, own() - mine, busy_seconds() - busy
    requests = max(load.requests, 1)
    return Run(
        proxy=proxy.name, round=round_number, requests=load.requests,
        user_us=spent.user * 1e6 / requests, kernel_us=spent.kernel * 1e6 / requests,
        rps=load.requests / load.seconds, p99_ms=load.p99_ms,
        foreign_cores=max(0.0, (busy - mine) / (time.monotonic() - began)), errors=load.errors,
    )


def warmup_of(case, arguments):
    """Seconds of load before the measurement: what the user says, or enough for the compiler to have come to rest where a small cost is to be seen."""
    if arguments.warmup is not None:
        return arguments.warmup
    return LONG_WARMUP if case.part or arguments.against else WARMUP


def run_case(rig, case, arguments, choices):
    outcome = Outcome(case)
    with contextlib.ExitStack() as stack:
        proxies = subjects(rig, case, choices, arguments.against, stack)
        seconds = warmup_of(case, arguments)
        for proxy in proxies:
            warmup = min(1, seconds) if proxy.name in case.others else seconds
            if warmup:
                case.load(rig, proxy, warmup)
        for number in range(arguments.rounds):
            turn = number % len(proxies)
            for proxy in proxies[turn:] + proxies[:turn]:
                run = measure(rig, proxies, proxy, case, number, arguments.seconds)
                outcome.runs.append(run)
                if run.errors:
                    say(f"{case.name}: left out round {number + 1} of {proxy.name}: {run.errors}")
        outcome.rss_mb = {proxy.name: proxy.server.rss_mb() for proxy in proxies}
    return outcome


# ---- report ---------------------------------------------------------------------------------------------------------


def spread(ratios):
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})" if ratios else "no pair"


def verdict(outcome):
    """On the ratio to HAProxy, or to Evenkeel without a part."""
    return judged(outcome.ratios(outcome.case.other), outcome.case.target)


def judged(ratios, target):
    if not ratios:
        return "not measured"
    over = statistics.median(ratios) / target - 1
    return "reached" if over <= 0 else f"missed by {over:.0%}"


def ratio_table(outcomes, against):
    if against:
        yield f"| case | Evenkeel / that of {against}: median (min–max) | rounds | load by others (cores) |"
        yield "|---|---|---|---|"
        for each in outcomes:
            yield f"| {each.case.name} | {spread(each.ratios(AGAINST))} | {len(each.ratios(AGAINST))} | {foreign_load(each):.2f} |"
        return
    yield "| case | Evenkeel / HAProxy: median (min–max) | target | | Evenkeel / nginx | rounds | load by others (cores) |"
    yield "|---|---|---|---|---|---|---|"
    for each in [each for each in outcomes if not each.case.part and each.case.mode != "cache"]:
        foreign = foreign_load(each)
        yield (f"| {each.case.name} | {spread(each.ratios('haproxy'))} | {each.case.target:.2f} | {verdict(each)} "
               f"| {spread(each.ratios('nginx'))} | {len(each.ratios('haproxy'))} | {foreign:.2f} |")

    caches = [each for each in outcomes if each.case.mode == "cache"]
    if caches:
        yield from ("", "| case | Evenkeel / HAProxy: median (min–max) | target | | Evenkeel / Varnish: median (min–max) | target | | Evenkeel / nginx | rounds "
                    "| load by others (cores) |",
                    "|---|---|---|---|---|---|---|---|---|---|")
    for each in caches:
        yield (f"| {each.case.name} | {spread(each.ratios('haproxy'))} | {each.case.target:.2f} | {verdict(each)} "
               f"| {spread(each.ratios(VARNISH))} | {each.case.varnish_target:.2f} | {judged(each.ratios(VARNISH), each.case.varnish_target)} "
               f"| {spread(each.ratios('nginx'))} | {len(each.ratios('haproxy'))} | {foreign_load(each):.2f} |")

    parts = [each for each in outcomes if each.case.part]
    if parts:
        yield from ("", "| case | with the part / without: median (min–max) | target | | rounds | load by others (cores) |", "|---|---|---|---|---|---|")
    for each in parts:
        yield (f"| {each.case.name} | {spread(each.ratios(WITHOUT))} | {each.case.target:.2f} | {verdict(each)} "
               f"| {len(each.ratios(WITHOUT))} | {foreign_load(each):.2f} |")


def foreign_load(outcome):
    return statistics.median(run.foreign_cores for run in outcome.runs)


def detail_table(outcomes):
    yield "| case | proxy | µs/request | user | kernel | requests/s | p99 ms | RSS MB | runs left out |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for each in outcomes:
        for name in each.rss_mb:
            bad = sum(1 for run in each.runs if run.proxy == name and run.errors)
            yield (f"| {each.case.name} | {name} | {each.median(name, lambda run: run.us):.1f} "
                   f"| {each.median(name, lambda run: run.user_us):.1f} | {each.median(name, lambda run: run.kernel_us):.1f} "
                   f"| {each.median(name, lambda run: run.rps):,.0f} | {each.median(name, lambda run: run.p99_ms):.1f} "
                   f"| {each.rss_mb[name]:.0f} | {bad or ''} |")


def machine():
    """What the figures depend on, as words."""
    def first_line(*command):
        done = subprocess.run(command, capture_output=True, text=True)
        return ((done.stdout or done.stderr).splitlines() or [""])[0].strip()

    cpu = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    evenkeel = subprocess.run([HOME / "evenkeel", "version"], capture_output=True, text=True).stdout.splitlines()
    return {
        "cpu": f"{os.cpu_count()} x {cpu[1] if cpu else platform.machine()}",
        "system": f"{platform.system()} {platform.release()}",
        "congestion control": Path("/proc/sys/net/ipv4/tcp_congestion_control").read_text().strip(),
        "evenkeel": " ".join(evenkeel[-1].split()) if evenkeel else "",
        "revision": first_line("git", "-C", str(HOME), "describe", "--always", "--dirty"),
        "haproxy": first_line("haproxy", "-v").split()[2],
        "nginx": first_line("nginx", "-v").rpartition("/")[2],
        "varnish": first_line("varnishd", "-V"),
        "wrk": first_line("wrk", "-v").split("[")[0].strip(),
        "h2load": first_line("h2load", "--version"),
        "openssl": first_line("openssl", "version"),
    }


def told(outcome, against):
    """The outcome of a case in a few words."""
    if against:
        return f"{spread(outcome.ratios(AGAINST))} of that of {against}"
    whom = "the same without it" if outcome.case.part else "HAProxy"
    words = f"{spread(outcome.ratios(outcome.case.other))} of {whom}, {verdict(outcome)}"
    if outcome.case.varnish_target:
        ratios = outcome.ratios(VARNISH)
        words += f"; {spread(ratios)} of Varnish, {judged(ratios, outcome.case.varnish_target)}"
    return words


def say(text):
    print(text, file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(prog="bench/compare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", action="append", choices=[case.name for case in CASES], metavar="NAME",
                        help="only this case; may be given again (" + ", ".join(case.name for case in CASES) + ")")
    parser.add_argument("--against", type=Path, metavar="FOLDER",
                        help="compare with the Evenkeel of another checkout, which is built first, instead of with the other proxies")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of the proxies of each case (7)")
    parser.add_argument("--seconds", type=int, default=2, help="length of one run (2)")
    parser.add_argument("--warmup", type=int,
                        help=f"seconds of load before Evenkeel is measured; the others get at most one ({WARMUP}; {LONG_WARMUP} where two of Evenkeel are compared)")
    parser.add_argument("--policy", default="round-robin", help="Evenkeel's policy; the others keep round robin")
    parser.add_argument("--transport", default="auto", choices=["auto", "epoll", "io_uring", "nio"], help="Evenkeel's transport")
    parser.add_argument("--nodes", type=int, default=3, help="nodes behind each proxy (3)")
    parser.add_argument("--plain", action="store_true", help="let none of Evenkeel, HAProxy and nginx add X-Forwarded-For, -Proto, -Host and -Port; they do otherwise")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every run there")
    arguments = parser.parse_args()
    if not 1 <= arguments.nodes <= 20:
        parser.error("nodes 1 to 20")
    if not (1 <= arguments.rounds <= 1000 and 1 <= arguments.seconds <= 600 and 0 <= (arguments.warmup or 0) <= 600):
        parser.error("rounds 1 to 1000, seconds 1 to 600, warmup 0 to 600")
    if arguments.against:
        arguments.against = arguments.against.resolve()
        if not os.access(arguments.against / "evenkeel", os.X_OK):
            parser.error(f"--against: there is no program evenkeel in {arguments.against}; name the folder of a checkout (git worktree add FOLDER REVISION)")
        if subprocess.run([arguments.against / "evenkeel", "version"], stdout=subprocess.DEVNULL).returncode:
            parser.error(f"--against: Evenkeel does not build in {arguments.against}")
    choices = Choices(arguments.policy, arguments.transport, not arguments.plain)
    cases = [case for case in CASES if not arguments.case or case.name in arguments.case]
    expected = sum(
        warmup_of(case, arguments) * (2 if case.part or arguments.against else 1) + 6 + (1 + len(case.rivals(arguments.against))) * arguments.rounds * (arguments.seconds + 0.1) for case in cases)
    say(f"{len(cases)} cases, {arguments.rounds} rounds of {arguments.seconds} s: about {expected / 60:.1f} minutes")

    outcomes, failures = [], []
    with open_rig(arguments.nodes) as rig, receiver():
        for case in cases:
            try:
                outcomes.append(run_case(rig, case, arguments, choices))
                say(f"{case.name}: {told(outcomes[-1], arguments.against)}")
            except Failure as failure:
                failures.append(case.name)
                say(f"{case.name}: not measured: {failure}")
    facts = machine()
    print("\n".join([*(f"{name}: {value}" for name, value in facts.items()), "", *ratio_table(outcomes, arguments.against), "", *detail_table(outcomes)]))
    if arguments.json:
        arguments.json.write_text(json.dumps({
            "machine": facts, "choices": asdict(choices), "against": str(arguments.against or ""), "nodes": arguments.nodes, "rounds": arguments.rounds, "seconds": arguments.seconds,
            "warmup": {case.name: warmup_of(case, arguments) for case in cases},
            "notMeasured": failures, "cases": [asdict(outcome) for outcome in outcomes],
        }, indent=1, default=lambda _change: None) + "\n")  # how a part changes the configuration is no data
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"bench/compare: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
