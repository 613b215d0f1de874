# SPDX-License-Identifier: Apache-2.0
"""Says what testssl.sh has found, out of its JSON file; ends with 1 when there is a finding, or too little was looked at."""

import json
import sys

FINE = {"OK", "INFO"}
LEAST = 40
# said of the machine that looks
OWN = {"engine_problem"}

checks = json.load(open(sys.argv[1], encoding="utf-8"))
found = [each for each in checks if each["severity"] not in FINE and each["id"] not in OWN]
for each in found:
    print(f"testssl.sh: {each['id']}: {each['severity']}: {each['finding']}")
print(f"testssl.sh: {len(checks)} checks, {len(found)} findings")
sys.exit(1 if found or len(checks) < LEAST else 0)
