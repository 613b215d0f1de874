# SPDX-License-Identifier: Apache-2.0
"""Measures the memory of a connection that a client keeps open without using it, in Evenkeel, HAProxy and nginx.

Each kind of connection gets a new proxy. A small crowd comes first, so that what every proxy keeps for its first clients is there; then a
large crowd, which keeps the first. The figure is the growth between the two, over the connections between the two. Every client has sent one
request. Evenkeel's heap is resident from its start, so its growth is that of the used heap after a collection, and that of all other memory.
The kernel's memory for sockets is not in it; it is the same for all.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from dataclasses import replace

from allocation import jcmd_of
from rig import HOME, LOAD_CORE, Choices, Failure, open_rig

CLIENTS = HOME / "bench" / "idle-clients" / "target" / "idle-clients"
KINDS = {  # how clients come: the mode of the proxy, what the clients are told, and the target in bytes
    "plain": ("http", [], 12 << 10),
    "tls": ("tls", ["-tls"], 12 << 10),
    "h2": ("h2", ["-http2"], 16 << 10),
    "h2-tls": ("tls", ["-tls", "-http2"], 16 << 10),
}


def used_heap(pid):
    """Bytes of the heap in use after a collection."""
    for _ in range(2):
        subprocess.run([jcmd_of(pid), str(pid), "GC.run"], capture_output=True, check=True, timeout=60)
    said = subprocess.run([jcmd_of(pid), str(pid), "GC.heap_info"], capture_output=True, text=True, timeout=60).stdout
    used = [int(each) for each in re.findall(r"^ .*?total \d+K, used (\d+)K", said, re.MULTILINE)]
    if not used:
        raise Failure(f"jcmd did not tell how much of the heap is used:\n{said}")
    return sum(used) << 10


def memory(proxy):
    heap = used_heap(proxy.pid) if proxy.name == "evenkeel" else 0
    return heap, proxy.rss_mb() * (1 << 20)


def crowd(clients, count):
    clients.stdin.write(f"{count}\n")
    clients.stdin.flush()
    said = clients.stdout.readline().strip()
    if said != f"open {count}":
        raise Failure(f"bench/idle-clients said: {said or 'nothing'}")
    time.sleep(1)  # what follows the last answer, such as SETTINGS and tickets, is over


def measure(rig, name, kind, few, many):
    mode, options, _ = KINDS[kind]
    with rig.proxy(name, mode, replace(Choices(), idle="5m")) as proxy:
        rig.prove(proxy)
        rig.load(proxy, "/1k", 64, 2, sender={"tls": "h2load-h1", "h2": "h2load"}.get(mode, "wrk"))
        clients = subprocess.Popen(
            ["taskset", "-c", str(LOAD_CORE), CLIENTS, "-address", f"127.0.0.1:{proxy.port}", "-path", "/1k", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        try:
            crowd(clients, few)
            heap_before, all_before = memory(proxy)
            crowd(clients, many)
            heap_after, all_after = memory(proxy)
        finally:
            clients.kill()
            clients.wait()
    return (heap_after - heap_before) / (many - few), (all_after - all_before) / (many - few)


def main():
    parser = argparse.ArgumentParser(prog="bench/idle", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--few", type=int, default=500, help="connections of the first crowd (500)")
    parser.add_argument("--many", type=int, default=4500, help="connections of the second crowd, the first included (4500)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, each with a new proxy (3)")
    parser.add_argument("--proxies", default="evenkeel,haproxy,nginx")
    parser.add_argument("--kinds", default=",".join(KINDS), help="which of " + ", ".join(KINDS))
    arguments = parser.parse_args()
    # The whole heap is resident from the start, and the proxy's figures do not depend on when it grows.
    os.environ["EVENKEEL_JAVA_OPTS"] = "-Xms160m -Xmx160m -XX:+AlwaysPreTouch"
    print("| connection | proxy | bytes each: median (min–max) | on the heap | target | |\n|---|---|--:|--:|--:|---|")
    with open_rig() as rig:
        for kind in arguments.kinds.split(","):
            for name in arguments.proxies.split(","):
                runs = sorted((sum(run), run[0]) for run in
                              (measure(rig, name, kind, arguments.few, arguments.many) for _ in range(arguments.rounds)))
                each, heap = runs[len(runs) // 2]
                target = KINDS[kind][2]
                judged = (f"{target:,}", "reached" if each <= target else f"missed by {each / target - 1:.0%}") if name == "evenkeel" else ("", "")
                print(f"| {kind} | {name} | {each:,.0f} ({runs[0][0]:,.0f}–{runs[-1][0]:,.0f}) | {heap:,.0f} | {' | '.join(judged)} |", flush=True)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"bench/idle: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
