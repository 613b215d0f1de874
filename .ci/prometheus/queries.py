# SPDX-License-Identifier: Apache-2.0
"""Puts every query of the dashboards and rules to a Prometheus.

queries.py URL OPS WITHOUT-SERIES: a line of the last file is a metric's name and, behind a blank, the reason for which it has
no series here. A line for which there are series, or that no query names, is an error, too.
"""
import glob
import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

url, ops, without = sys.argv[1:]
METRIC = re.compile(r"\b(?:evenkeel|jvm|process|system)_[a-z0-9_]+|\b(?:cluster|node):evenkeel_[a-z0-9_:]+")


def ask(path, **parameters):
    """The data that Prometheus answers, or an exception with its words."""
    query = urllib.parse.urlencode(parameters)
    try:
        with urllib.request.urlopen(f"{url}/api/v1/{path}?{query}", timeout=30) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as error:
        raise ValueError(json.load(error)["error"]) from error


def panels(items):
    for item in items:
        yield item
        yield from panels(item.get("panels", []))


def queries():
    """Where a query stands, and the query without Grafana's variables."""
    for path in sorted(glob.glob(os.path.join(ops, "grafana", "*.json"))):
        with open(path, encoding="utf-8") as file:
            board = json.load(file)
        for panel in panels(board["panels"]):
            for target in panel.get("targets", []):
                text = target["expr"].replace("$__rate_interval", "20s")
                yield f"{board['uid']} / {panel['title']}", re.sub(r"\$(instance|cluster|node)\b", ".*", text)
        for variable in board["templating"]["list"]:
            if variable["type"] == "query":
                found = re.fullmatch(r"label_values\((.*), (\w+)\)", variable["definition"])
                yield f"{board['uid']} / ${variable['name']}", f"group by ({found[2]}) ({found[1].replace('$cluster', '.*')})"
    for group in ask("rules")["groups"]:
        for rule in group["rules"]:
            if rule["type"] == "recording":
                yield f"rule {rule['name']}", rule["name"]


def main():
    reasons = {}
    with open(without, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, reason = line.strip().split(" ", 1)
                reasons[name] = reason
    passed, failed, used = 0, [], set()
    for where, query in queries():
        try:
            series = ask("query", query=query)["result"]
        except ValueError as error:
            failed.append(f"{where}: {error}: {query}")
            continue
        explained = [name for name in METRIC.findall(query) if name in reasons]
        used.update(explained)
        if series and explained:
            failed.append(f"{where}: has series, so {explained} must not be in {without}")
        elif not series and not explained:
            failed.append(f"{where}: no series: {query}")
        else:
            passed += 1
            if not series:
                print(f"without series: {where}: {reasons[explained[0]]}")
    for group in ask("rules")["groups"]:
        for rule in group["rules"]:
            if rule["health"] == "ok":
                passed += 1
            else:
                failed.append(f"rule {rule['name']}: {rule.get('lastError', rule['health'])}")
    failed.extend(f"{without}: no query names {name}" for name in sorted(set(reasons) - used))
    for each in failed:
        print("FAILED:", each)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(main())
