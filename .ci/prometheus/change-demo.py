# SPDX-License-Identifier: Apache-2.0
"""Gives the demo's configuration affinity, overload and telemetry, so that their series exist; there is no receiver of telemetry."""
import sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    text = file.read()
agent = "    agent: {path: /trade/evenkeel-agent}\n"
if agent not in text:
    sys.exit("the demo's configuration has no line of the agent: " + path)
text = text.replace(agent, agent + """\
    affinity: {mode: cookie}
    overload: {admit-sessions: true, classes: [{name: trade, path: /trade, share: 50%}]}
""")
text += """\
telemetry:
  otlp: {endpoint: "http://127.0.0.1:9", timeout: 1s}
  traces: {ratio: 50%}
"""
with open(path, "w", encoding="utf-8") as file:
    file.write(text)
