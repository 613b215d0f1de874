# SPDX-License-Identifier: Apache-2.0
"""httpx, and the library h2 by itself: URL CERTIFICATE BODY."""
import asyncio
import socket
import ssl
import sys
from urllib.parse import urlsplit

import h2.config
import h2.connection
import h2.events
import httpx

url, certificate, file = sys.argv[1:4]
with open(file, "rb") as opened:
    BODY = opened.read()
KNOWN = bytes((i * 31 + i // 1000) & 255 for i in range(1234567))


async def with_httpx():
    trust = ssl.create_default_context(cafile=certificate)
    async with httpx.AsyncClient(http1=False, http2=True, verify=trust, timeout=60) as client:
        got = await client.get(url + "/bytes/1234567")
        assert (got.status_code, got.http_version) == (200, "HTTP/2"), got
        assert got.content == KNOWN, "octets of GET"
        echo = await client.post(url + "/echo", content=BODY)
        assert echo.content == BODY, "octets of POST"
        bodies = [("body %d " % i).encode() * 1000 for i in range(100)]
        answers = await asyncio.gather(*(client.post(url + "/echo", content=body) for body in bodies))
        assert [answer.content for answer in answers] == bodies, "streams in parallel"


class Streams:
    """A connection of the library h2, which checks every frame that it gets."""

    def __init__(self):
        at = urlsplit(url)
        plain = socket.create_connection((at.hostname, at.port), timeout=60)
        if at.scheme == "https":
            trust = ssl.create_default_context(cafile=certificate)
            trust.set_alpn_protocols(["h2"])
            plain = trust.wrap_socket(plain, server_hostname=at.hostname)
            assert plain.selected_alpn_protocol() == "h2"
        self.socket = plain
        self.head = [(":scheme", at.scheme), (":authority", at.netloc)]
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        self.h2.initiate_connection()
        self.rest, self.bodies, self.trailers, self.whole = {}, {}, {}, set()

    def ask(self, path, body, trailers=()):
        stream = self.h2.get_next_available_stream_id()
        self.h2.send_headers(stream, [(":method", "POST"), (":path", path)] + self.head)
        self.rest[stream], self.bodies[stream] = (memoryview(body), trailers), b""
        return stream

    def push(self):
        for stream, (body, trailers) in list(self.rest.items()):
            while body and (room := min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size)) > 0:
                self.h2.send_data(stream, bytes(body[:room]))
                body = body[room:]
            self.rest[stream] = (body, trailers)
            if not body:
                if trailers:
                    self.h2.send_headers(stream, trailers, end_stream=True)
                else:
                    self.h2.end_stream(stream)
                del self.rest[stream]
        self.socket.sendall(self.h2.data_to_send())

    def run(self, count):
        parts = {stream: [] for stream in self.bodies}
        while len(self.whole) < count:
            self.push()
            octets = self.socket.recv(1 << 16)
            assert octets, "the connection ended"
            for event in self.h2.receive_data(octets):
                if isinstance(event, h2.events.DataReceived):
                    parts[event.stream_id].append(event.data)
                    self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.TrailersReceived):
                    self.trailers[event.stream_id] = dict(event.headers)
                elif isinstance(event, h2.events.StreamEnded):
                    self.whole.add(event.stream_id)
                else:
                    assert not isinstance(event, (h2.events.StreamReset, h2.events.ConnectionTerminated)), event
        self.bodies = {stream: b"".join(each) for stream, each in parts.items()}


def with_h2():
    streams = Streams()
    trailing = streams.ask("/trailers", BODY, [("x-sum", "seven")])
    bodies = {streams.ask("/echo", ("body %d " % i).encode() * 1000): i for i in range(99)}
    streams.run(100)
    assert streams.bodies[trailing] == BODY, "octets in front of trailers"
    assert streams.trailers[trailing] == {"x-length": str(len(BODY)), "x-heard": "seven"}, streams.trailers
    for stream, i in bodies.items():
        assert streams.bodies[stream] == ("body %d " % i).encode() * 1000, i
    streams.h2.close_connection()
    streams.socket.sendall(streams.h2.data_to_send())
    streams.socket.close()


asyncio.run(with_httpx())
with_h2()
