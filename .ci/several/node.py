# SPDX-License-Identifier: Apache-2.0
"""An application server: node.py ADDRESS PORT FILE. Answers after 20 ms and writes the number of each POST into a file."""
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

posts = open(sys.argv[3], "a", buffering=1)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        if self.path != "/health":
            time.sleep(0.02)
        self.answer()

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        posts.write(self.path + "\n")
        time.sleep(0.02)
        self.answer()

    def answer(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.path)))
        self.end_headers()
        self.wfile.write(self.path.encode())

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True


Server((sys.argv[1], int(sys.argv[2])), Handler).serve_forever()
