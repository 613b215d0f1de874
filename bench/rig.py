# SPDX-License-Identifier: Apache-2.0
"""What the benches share: the back end, the proxies and caches, the programs that send load, and how CPU time is read.

Back end and load run on core 0, every proxy on core 1 with one thread; all on loopback, ports chosen free, files in a temporary folder.
"""

import contextlib
import os
import random
import re
import resource
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
LOAD_CORE, PROXY_CORE = 0, 1
TICK = os.sysconf("SC_CLK_TCK")
BODIES = {"1k": 1 << 10, "64k": 1 << 16, "1m": 1 << 20}
TLS_MODES = {"tls": "ecdsa", "tls-rsa": "rsa"}  # how clients come, and the key of the certificate; "http", "h2", "tcp" and "cache" (http with a cache) are clear text
UNVERIFIED = ssl.create_default_context()
UNVERIFIED.check_hostname, UNVERIFIED.verify_mode = False, ssl.CERT_NONE
OPEN_FILES = min(20_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])


class Failure(Exception):
    """Something could not be started or measured; the text says what, and where to look."""


@dataclass(frozen=True)
class Cpu:
    """CPU seconds of a process and its children."""

    user: float
    kernel: float

    def __sub__(self, other):
        return Cpu(self.user - other.user, self.kernel - other.kernel)

    @property
    def total(self):
        return self.user + self.kernel


def cpu_of(pid):
    """utime, stime and those of reaped children (fields 14 to 17 of /proc/PID/stat), of a process and its living children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user, kernel = int(fields[11]) + int(fields[13]), int(fields[12]) + int(fields[14])
    cpu = Cpu(user / TICK, kernel / TICK)
    for child in children_of(pid):
        of_child = cpu_of(child)
        cpu = Cpu(cpu.user + of_child.user, cpu.kernel + of_child.kernel)
    return cpu


def children_of(pid):
    return [int(each) for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()]


def rss_mb(pid):
    resident = int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024
    return resident + sum(rss_mb(child) for child in children_of(pid))


def busy_seconds():
    """CPU seconds that all cores have spent on anything, what the host took away included."""
    user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / TICK


def free_ports(count):
    """Ports below the range that the kernel hands out to clients, so that none is taken between choosing and binding."""
    ports = []
    while len(ports) < count:
        port = random.randrange(15_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            if port not in ports:
                ports.append(port)
    return ports


def fetch(port, path, mode="http"):
    """The body of one answer, over a connection of its own."""
    if mode == "h2":
        done = subprocess.run(["curl", "-sS", "-m", "5", "--http2-prior-knowledge", f"http://127.0.0.1:{port}{path}"], capture_output=True)
        if done.returncode:
            raise OSError(done.stderr.decode(errors="replace"))
        return done.stdout
    scheme = "https" if mode in TLS_MODES else "http"
    with urllib.request.urlopen(f"{scheme}://127.0.0.1:{port}{path}", timeout=5, context=UNVERIFIED) as answer:
        return answer.read()


def cookie_of(port):
    """The cookie that an answer sets, as a field of the next request."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/1k", timeout=5) as answer:
        line = answer.headers.get("Set-Cookie")
    if not line:
        raise Failure(f"the answer of port {port} sets no cookie")
    return "Cookie: " + line.partition(";")[0]


class Server:
    """A process that listens on a port: entering its `with` block starts it, leaving it stops it."""

    def __init__(self, name, command, port, core, folder, mode="http"):
        self.name, self.port, self.log, self.mode = name, port, folder / f"{name}.log", mode
        self.command = ["taskset", "-c", str(core), *map(str, command)]
        self.process = self.pid = None

    def __enter__(self):
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.pid = self.process.pid
        try:
            self._await()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _await(self):
        deadline = time.monotonic() + 30
        while self.process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                if fetch(self.port, "/1k", self.mode):
                    return
            time.sleep(0.05)
        tail = "\n".join(self.log.read_text(errors="replace").splitlines()[-15:])
        raise Failure(f"{self.name} does not answer on port {self.port}; it said:\n{tail}")

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.pid, signal.SIGKILL)
                self.process.wait()

    def cpu(self):
        return cpu_of(self.pid)

    def rss_mb(self):
        return rss_mb(self.pid)


@dataclass(frozen=True)
class Choices:
    """What may differ between two runs of a bench; the default adds the same four forwarding fields to every request."""

    policy: str = "round-robin"
    transport: str = "auto"
    forwarded: bool = True
    idle: str = "30s"  # how long clients may be idle; nginx waits for an hour


# ---- configurations -------------------------------------------------------------------------------------------------

NGINX_HEAD = """
daemon off; worker_processes 1; pid {folder}/{name}.pid; error_log {folder}/{name}.error warn; worker_rlimit_nofile {files};
{user} {modules}
events {{ worker_connections {connections}; }}
"""

NGINX_HTTP = """
  access_log off; keepalive_timeout 1h; keepalive_requests 1000000000; reset_timedout_connection on;
  client_body_temp_path {folder}/{name}-body; proxy_temp_path {folder}/{name}-proxy; fastcgi_temp_path {folder}/{name}-fastcgi;
  uwsgi_temp_path {folder}/{name}-uwsgi; scgi_temp_path {folder}/{name}-scgi;
"""


def nginx_parts(name, folder):
    values = {
        "name": name, "folder": folder, "files": OPEN_FILES, "connections": OPEN_FILES // 2,
        "user": "user root;" if os.geteuid() == 0 else "",
        "modules": nginx_stream_module() if name == "nginx" else "",
    }
    return NGINX_HEAD.format(**values), NGINX_HTTP.format(**values)


def nginx_stream_module():
    built_in = re.search(r"--with-stream(\s|$)", subprocess.run(["nginx", "-V"], capture_output=True, text=True).stderr)
    module = Path("/usr/lib/nginx/modules/ngx_stream_module.so")
    return "" if built_in or not module.exists() else f"load_module {module};"


def backend_config(folder, ports):
    head, http = nginx_parts("backend", folder)
    servers = "\n".join(
        f'  server {{ listen 127.0.0.1:{port} backlog=4096; root {folder}; location = /who {{ return 200 "{port}"; }}'
        f' location /kept/ {{ alias {folder}/; add_header Cache-Control "max-age=3600"; }} }}' for port in ports
    )
    return f"{head}http {{ {http} sendfile on; tcp_nopush on; open_file_cache max=16; open_file_cache_valid 1h;\n{servers}\n}}\n"


def nginx_config(folder, mode, port, admin_port, nodes, choices):
    head, http = nginx_parts("nginx", folder)
    members = " ".join(f"server 127.0.0.1:{node};" for node in nodes)
    fields = """
    proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Host $http_host; proxy_set_header X-Forwarded-Port $server_port;""" if choices.forwarded else ""
    key = TLS_MODES.get(mode)
    listen = " http2" if mode == "h2" else ""
    if key:
        listen = f""" ssl http2; ssl_certificate {folder}/{key}.pem; ssl_certificate_key {folder}/{key}.key;
    ssl_protocols TLSv1.3; ssl_ecdh_curve X25519; ssl_session_cache off"""
    status = f"server {{ listen 127.0.0.1:{admin_port}; location / {{ stub_status; }} }}"
    store = f"proxy_cache_path {folder}/{'nginx-cache'} keys_zone=kept:16m max_size=256m inactive=1h;" if mode == "cache" else ""
    cache = " proxy_cache kept; add_header X-Cache $upstream_cache_status;" if mode == "cache" else ""
    if mode == "tcp":
        return f"""{head}http {{ {http} {status} }}
stream {{
  upstream shop {{ {members} }}
  server {{ listen 127.0.0.1:{port} backlog=4096; proxy_timeout 1h; proxy_pass shop; }}
}}
"""
    return f"""{head}http {{ {http} {status} {store}
  upstream shop {{ {members} keepalive 2000; keepalive_requests 1000000000; }}
  proxy_max_temp_file_size 0;
  server {{ listen 127.0.0.1:{port} backlog=4096{listen}; location / {{
    proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;{fields}
    proxy_pass http://shop;{cache}
  }} }}
}}
"""


REUSE = """  http-reuse always
  default-server pool-max-conn 2000"""


def haproxy_config(folder, mode, port, admin_port, nodes, choices):
    members = "\n".join(f"  server vcn{i} 127.0.0.1:{node} check inter 2s" for i, node in enumerate(nodes, 1))
    fields = """
  option forwardfor
  http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)]
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  http-request set-header X-Forwarded-Port %[dst_port]""" if choices.forwarded and mode != "tcp" else ""
    key = TLS_MODES.get(mode)
    secure = f" ssl crt {folder}/{key}.both alpn h2,http/1.1 ssl-min-ver TLSv1.3 curves X25519" if key else ""
    layer = "tcp" if mode == "tcp" else "http"
    store = "cache kept\n  total-max-size 256\n  max-object-size 2000000\n  max-age 3600" if mode == "cache" else ""
    cache = "  http-request cache-use kept\n  http-response cache-store kept" if mode == "cache" else ""
    return f"""global
  nbthread 1
  maxconn {OPEN_FILES // 4}
defaults
  timeout connect 2s
  timeout client {choices.idle}
  timeout server 30s
{store}
frontend web
  mode {layer}
  bind 127.0.0.1:{port} backlog 4096{secure}
  default_backend shop{fields}
backend shop
  mode {layer}
  balance roundrobin
{REUSE if layer == "http" else ""}
  option httpchk GET /1k
{cache}
{members}
frontend metrics
  mode http
  bind 127.0.0.1:{admin_port}
  http-request use-service prometheus-exporter if {{ path /metrics }}
"""


def evenkeel_config(folder, mode, port, admin_port, nodes, choices):
    members = ", ".join(f"127.0.0.1:{node}" for node in nodes)
    fields = f"    forwarded: {{x-forwarded: {str(choices.forwarded).lower()}, rfc7239: false, via: false}}\n" if mode != "tcp" else ""
    key = TLS_MODES.get(mode)
    secure = f"    tls: {{certificates: [{{certificate: {folder}/{key}.pem, key: {folder}/{key}.key}}]}}\n" if key else ""
    to = "routes: [{cluster: shop, cache: true}]" if mode == "cache" else "cluster: shop"
    cache = "cache: {memory: 256MB}\n" if mode == "cache" else ""
    return f"""listeners:
  - name: web
    address: 127.0.0.1:{port}
    protocol: {"tcp" if mode == "tcp" else "http"}
    {to}
    timeouts: {{idle: {choices.idle}}}
{fields}{secure}clusters:
  shop:
    policy: {choices.policy}
    nodes: [{members}]
    health: {{path: /1k, interval: 2s}}
admin: 127.0.0.1:{admin_port}
engine: {{loops: 1, transport: {choices.transport}}}
{cache}"""


def varnish_config(_folder, _mode, _port, _admin_port, nodes, _choices):
    members = "\n".join(f'backend vcn{i} {{ .host = "127.0.0.1"; .port = "{node}"; }}' for i, node in enumerate(nodes, 1))
    joined = "\n".join(f"  shop.add_backend(vcn{i});" for i in range(1, len(nodes) + 1))
    return f"""vcl 4.1;
import directors;
{members}
sub vcl_init {{
  new shop = directors.round_robin();
{joined}
}}
sub vcl_recv {{
  set req.backend_hint = shop.backend();
  if (req.url !~ "^/kept/") {{ return (pass); }}
}}
"""


def varnish_command(file, port):
    return ["varnishd", "-F", "-a", f"127.0.0.1:{port}", "-f", file, "-s", "malloc,256m", "-T", "none", "-n", file.parent / "varnish",
            "-p", "thread_pools=1", "-p", "thread_pool_min=100", "-p", "timeout_idle=600"]


# How the configuration is made, and the command by the file that holds it and the port.
PROXIES = {
    "evenkeel": (evenkeel_config, lambda file, _port: [HOME / "evenkeel", "run", "-c", file]),
    "haproxy": (haproxy_config, lambda file, _port: ["haproxy", "-db", "-f", file]),
    "nginx": (nginx_config, lambda file, _port: ["nginx", "-c", file]),
    "varnish": (varnish_config, varnish_command),
}


# ---- the rig --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Load:
    """What the sender of the load saw."""

    requests: int
    seconds: float
    p99_ms: float
    errors: str


class Rig:
    """The back end and the folder that everything writes into; `open_rig` makes one."""

    def __init__(self, folder, node_count=3):
        self.folder = folder
        self.nodes = free_ports(node_count)
        for name, size in BODIES.items():
            (folder / name).write_bytes(os.urandom(size))
        for key, options in (("ecdsa", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]), ("rsa", ["-newkey", "rsa:2048"])):
            subprocess.run(
                ["openssl", "req", "-x509", "-nodes", *options, "-keyout", folder / f"{key}.key", "-out", folder / f"{key}.pem", "-days", "30",
                 "-subj", "/CN=shop.example.org", "-addext", "subjectAltName=DNS:shop.example.org,IP:127.0.0.1"],
                check=True, capture_output=True,
            )
            (folder / f"{key}.both").write_text((folder / f"{key}.pem").read_text() + (folder / f"{key}.key").read_text())
        config = folder / "backend.conf"
        config.write_text(backend_config(folder, self.nodes))
        self.backend = Server("backend", ["nginx", "-c", config], self.nodes[0], LOAD_CORE, folder)

    def proxy(self, name, mode, choices=Choices(), label=None, home=HOME, change=lambda text: text):
        """A proxy before the three nodes, to be started by its `with` block.

        A label tells two of a kind apart, `home` is the checkout whose Evenkeel is started, and `change` makes another configuration of the usual one.
        """
        configure, command = PROXIES[name]
        port, admin_port = free_ports(2)
        file = self.folder / f"{label or name}.conf"
        file.write_text(change(configure(self.folder, mode, port, admin_port, self.nodes, choices)))
        words = command(file, port)
        start = [home / "evenkeel", *words[1:]] if name == "evenkeel" else words
        return Server(label or name, start, port, PROXY_CORE, self.folder, mode)

    def prove(self, proxy):
        """Fails unless the proxy brings every body whole and reaches every node."""
        for name in BODIES:
            if fetch(proxy.port, f"/{name}", proxy.mode) != (self.folder / name).read_bytes():
                raise Failure(f"{proxy.name} damages the body of /{name}")
        reached = {int(fetch(proxy.port, "/who", proxy.mode)) for _ in range(24)}
        if reached != set(self.nodes):
            raise Failure(f"{proxy.name} reaches {len(reached)} of {len(self.nodes)} nodes")

    def load(self, server, path, connections, seconds, fields=(), sender="wrk", streams=1):
        """Runs a program that sends load for a while: wrk, h2load, or bench/handshakes with a request on each new connection."""
        command, read = SENDERS[sender](server, path, connections, seconds, fields, streams)
        running = subprocess.Popen(
            ["taskset", "-c", str(LOAD_CORE), *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        )
        try:
            said = running.communicate(timeout=seconds + 30)[0]
        finally:
            if running.poll() is None:
                running.kill()
                running.wait()
        return read(said, seconds)


def wrk(server, path, connections, seconds, fields, _streams):
    options = [part for field in fields for part in ("-H", field)]
    return ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", *options, f"http://127.0.0.1:{server.port}{path}"], read_wrk


def wrk_urls(server, path, connections, seconds, fields, streams):
    """Each request has a URL of its own, in all runs on one machine: the time is in it."""
    script = server.log.parent / "urls.lua"
    script.write_text(f"""local count, seed = 0, "{time.monotonic_ns()}"
request = function()
  count = count + 1
  return wrk.format("GET", "{path}?" .. seed .. "-" .. count)
end
""")
    command, read = wrk(server, path, connections, seconds, fields, streams)
    return [*command[:-1], "-s", str(script), command[-1]], read


def h2load(server, path, connections, seconds, fields, streams):
    scheme = "https" if server.mode in TLS_MODES else "http"
    options = [part for field in fields for part in ("-H", field)]
    return ["h2load", f"-c{connections}", f"-m{streams}", f"-D{seconds}", *options, f"{scheme}://127.0.0.1:{server.port}{path}"], read_h2load


def h2load_h1(server, path, connections, seconds, fields, streams):
    command, read = h2load(server, path, connections, seconds, fields, streams)
    return [command[0], "--h1", *command[1:]], read


def handshakes(server, path, connections, seconds, _fields, _streams, resume=False):
    command = [HANDSHAKES, "-address", f"127.0.0.1:{server.port}", "-path", path, "-connections", str(connections), "-seconds", str(seconds)]
    return [*command, "-resume"] if resume else command, read_handshakes


def resumptions(*arguments):
    return handshakes(*arguments, resume=True)


HANDSHAKES = HOME / "bench" / "handshakes" / "target" / "handshakes"
SENDERS = {"wrk": wrk, "wrk-urls": wrk_urls, "h2load": h2load, "h2load-h1": h2load_h1, "handshakes": handshakes, "resumptions": resumptions}


def read_h2load(said, seconds):
    done = re.search(r"(\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout", said)
    finished = re.search(r"finished in ([\d.]+)(ms|s|m)", said)
    if not done or not finished:
        raise Failure(f"h2load said:\n{said}")
    bad = sum(int(done[i]) for i in (2, 3, 4))
    errors = f"{bad} requests failed" if bad else "" if int(done[1]) else "no request was answered"
    return Load(requests=int(done[1]), seconds=seconds, p99_ms=float("nan"), errors=errors)


def read_handshakes(said, seconds):
    done = re.search(r"requests=(\d+) resumed=(\d+) failed=(\d+) p99_us=(\d+) wanted=(\w+)", said)
    if not done:
        raise Failure(f"bench/handshakes said:\n{said}")
    requests, resumed, failed = int(done[1]), int(done[2]), int(done[3])
    wanted = requests if done[5] == "resumed" else 0
    errors = f"{failed} connections failed" if failed else ""
    if abs(resumed - wanted) > requests // 20:
        errors = f"{resumed} of {requests} handshakes were resumed"
    return Load(requests=requests, seconds=seconds, p99_ms=int(done[4]) / 1e3, errors=errors or ("" if requests else "no request was answered"))


def read_wrk(said, _seconds):
    done = re.search(r"(\d+) requests in ([\d.]+)(ms|s|m)", said)
    if not done:
        raise Failure(f"wrk said:\n{said}")
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s|m)", said)
    scale_ms = {"us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4}
    errors = re.findall(r"Socket errors: .*|Non-2xx or 3xx responses: \d+", said)
    return Load(
        requests=int(done[1]),
        seconds=float(done[2]) * scale_ms[done[3]] / 1e3,
        p99_ms=float(p99[1]) * scale_ms[p99[2]] if p99 else float("nan"),
        errors="; ".join(errors) or ("" if int(done[1]) else "no request was answered"),
    )


@contextlib.contextmanager
def open_rig(node_count=3):
    """A rig with so many nodes; whatever ends the block, a signal included, stops its back end and removes its files."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    os.sched_setaffinity(0, {LOAD_CORE})
    with tempfile.TemporaryDirectory(prefix="evenkeel-bench-") as folder:
        os.chmod(folder, 0o755)
        rig = Rig(Path(folder), node_count)
        with rig.backend:
            yield rig


def interrupt(_signal, _frame):
    raise KeyboardInterrupt
