# SPDX-License-Identifier: Apache-2.0
"""Measures Evenkeel's bytes allocated on the heap per request, and its resident memory with 1,000 connections.

The JVM counts what every Java thread has allocated since it started, and `jcmd PID Thread.print -e` prints the counts in three to five
digits. The difference over some seconds of load, over the requests of those seconds, is the figure. Warm-up comes first, since classes that
load and code that still runs in the interpreter allocate what later is free.
"""

import argparse
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

from rig import Choices, Failure, open_rig

TARGET_BYTES, TARGET_RSS_MB = 100, 150
UNITS = {"B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def jcmd_of(pid):
    """The jcmd beside the java that runs there."""
    program = Path(os.readlink(f"/proc/{pid}/exe")).with_name("jcmd")
    if not program.exists():
        raise Failure(f"{program} is missing: this bench needs a JDK, not a JRE")
    return program


def allocated(pid):
    """Bytes that each thread has allocated, by thread name."""
    done = subprocess.run([jcmd_of(pid), str(pid), "Thread.print", "-e"], capture_output=True, text=True, timeout=60)
    threads = re.findall(r'^"(.+?)" #\d.* allocated=([\d.]+)([BKMG])', done.stdout, re.MULTILINE)
    if not threads:
        raise Failure(f"jcmd did not tell what was allocated:\n{done.stdout[:500]}{done.stderr[:500]}")
    return {name: float(number) * UNITS[unit] for name, number, unit in threads}


def allocation(rig, arguments, path, fields):
    with rig.proxy("evenkeel", "http", Choices(arguments.policy, arguments.transport)) as proxy:
        rig.prove(proxy)
        rig.load(proxy, path, 64, arguments.warmup, fields)
        before = allocated(proxy.pid)
        load = rig.load(proxy, path, 64, arguments.seconds, fields)
        after = allocated(proxy.pid)
    if load.errors:
        raise Failure(f"wrk saw errors: {load.errors}")
    spent = {name: after[name] - before.get(name, 0) for name in after}
    return sum(spent.values()) / load.requests, spent, load


def resident(rig, arguments):
    """The highest resident memory, in MB, seen while 1,000 connections are busy."""
    seen = []
    with rig.proxy("evenkeel", "http", Choices(arguments.policy, arguments.transport)) as proxy:
        ended = threading.Event()

        def watch():
            while not ended.wait(0.2):
                seen.append(proxy.rss_mb())

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            load = rig.load(proxy, "/1k", 1000, arguments.warmup + arguments.seconds)
        finally:
            ended.set()
            watcher.join()
    return max(seen), load


def verdict(value, target):
    return "reached" if value <= target else f"missed by {value / target - 1:.0%}"


def main():
    parser = argparse.ArgumentParser(prog="bench/allocation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=10, help="length of the measurement (10)")
    parser.add_argument("--warmup", type=int, default=10, help="seconds of load before it (10)")
    parser.add_argument("--policy", default="round-robin", help="Evenkeel's policy")
    parser.add_argument("--transport", default="auto", choices=["auto", "epoll", "io_uring", "nio"])
    parser.add_argument("--threads", action="store_true", help="show the threads that allocate most")
    arguments = parser.parse_args()
    with open_rig() as rig:
        for name, path, fields in (("1 kB, 64 connections", "/1k", ()), ("1 kB, Connection: close", "/1k", ("Connection: close",))):
            each, spent, load = allocation(rig, arguments, path, fields)
            wanted = f"target {TARGET_BYTES}, {verdict(each, TARGET_BYTES)}" if not fields else "no target"
            print(f"{name}: {each:.1f} B/request over {load.requests:,} requests ({wanted})", flush=True)
            if arguments.threads:
                for thread, amount in sorted(spent.items(), key=lambda pair: -pair[1])[:6]:
                    print(f"    {amount / load.requests:10.2f} B/request  {thread}")
        peak, load = resident(rig, arguments)
        print(f"1 kB, 1,000 connections: {peak:.0f} MB resident at most over {load.requests:,} requests "
              f"(target {TARGET_RSS_MB}, {verdict(peak, TARGET_RSS_MB)})" + (f"; wrk saw {load.errors}" if load.errors else ""))


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"bench/allocation: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
