# SPDX-License-Identifier: Apache-2.0
"""Clients: load.py HOST PORT SECONDS FILE. Sixty of them send five requests a second each, half of them POSTs, at fixed times.

As a browser does, a client looks if its connection is still open before it uses it, and tries each address of the host when it connects. It
repeats nothing. A line of JSON in the file for each request: its number, when it was to be sent (of time.time()), whether it failed, and how.
"""
import http.client
import json
import select
import sys
import threading
import time

HOST, PORT, SECONDS, FILE = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
CLIENTS, EACH_S = 60, 0.2
lines = []


def is_open(connection):
    return connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]


def ask(connection, number):
    path = f"/{number}"
    if number % 2:
        connection.request("POST", path, body=b"tea")
    else:
        connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    return None if answer.status == 200 and body == path.encode() else f"{answer.status} with {len(body)} octets"


def client(place, began):
    connection = http.client.HTTPConnection(HOST, PORT, timeout=5)
    for turn in range(int(SECONDS / EACH_S)):
        due = began + turn * EACH_S + place * EACH_S / CLIENTS
        time.sleep(max(0.0, due - time.time()))
        number = turn * CLIENTS + place
        sent = time.time()
        if not is_open(connection):
            connection.close()
        try:
            failure = ask(connection, number)
        except OSError as e:
            failure = type(e).__name__
        except http.client.HTTPException as e:
            failure = type(e).__name__
        if failure:
            connection.close()
        lines.append({"number": number, "sent": sent, "ended": time.time(), "failure": failure})


threads = [threading.Thread(target=client, args=(place, time.time() + 0.5)) for place in range(CLIENTS)]
for each in threads:
    each.start()
for each in threads:
    each.join()
with open(FILE, "w") as file:
    for line in lines:
        file.write(json.dumps(line) + "\n")
