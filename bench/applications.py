# SPDX-License-Identifier: Apache-2.0
"""Runs a public sample application on three servers with one database through Evenkeel, and counts the failed samples of a JMeter plan.

daytrader   https://github.com/OpenLiberty/sample.daytrader8 on Open Liberty, with its own plan, which reads the pages: a lost session is a
            failure although the status is 200. The servers have the agent.
petclinic   https://github.com/spring-projects/spring-petclinic on Spring Boot's Tomcat, with a plan made here: its own has no session. A
            visitor chooses a language and adds owners; the language, and the message behind a form, are in the session.

CHECKOUT is a clone of it, which is built first. Every cell is one policy with one affinity, one after another, in a new Evenkeel; "direct"
is the first server alone, and "none" a cluster without affinity, which shows that the plan sees a lost session. Open Liberty (350 MB),
JMeter and databases come from Maven Central, once. It ends with 1 when a sample with affinity failed, when "none" shows no failure, so that
the plan proves nothing, or when JMeter sent nothing.
"""

import argparse
import collections
import contextlib
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from rig import HOME, Failure, free_ports

JMETER = "5.6.3"
WEBSOCKET_SAMPLERS = "1.3.1"
LIBERTY = "26.0.0.3"
DERBY = "10.14.2.0"
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
WAR = "org.apache.maven.plugins:maven-war-plugin:3.4.0"
NODES = ("n1", "n2", "n3")
POLICIES = ("headroom", "least-connections", "round-robin")
JAVA = str(Path(os.environ["JAVA_HOME"]) / "bin" / "java") if os.environ.get("JAVA_HOME") else "java"


def run(command, cwd, what, seconds=900):
    done = subprocess.run(list(map(str, command)), cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    if done.returncode:
        raise Failure(f"{what} failed:\n{(done.stdout + done.stderr)[-3000:]}")


def jars(folder, *artifacts):
    """Copies artifacts (group:name:version) and what they need into a folder, unless it is there."""
    if folder.is_dir():
        return
    made = folder.with_name(folder.name + ".part")
    made.mkdir(parents=True, exist_ok=True)
    wanted = "".join(
        "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency>".format(*each.split(":"))
        for each in artifacts)
    (made / "pom.xml").write_text(
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>local</groupId>'
        f"<artifactId>{folder.name}</artifactId><version>1</version><packaging>pom</packaging>"
        f"<dependencies>{wanted}</dependencies></project>")
    run(["mvn", "-q", "-B", f"{COPY}:copy-dependencies", f"-DoutputDirectory={made}"], made, f"fetching {', '.join(artifacts)}")
    made.rename(folder)


def jmeter_home(work):
    """A folder as JMeter's own archive has it, of its artifacts in Maven Central."""
    home = work / "jmeter"
    if home.is_dir():
        return home
    fetched = work / "jmeter-jars"
    names = ("ApacheJMeter", *[f"ApacheJMeter_{part}" for part in ("core", "http", "components", "functions", "java", "config")])
    jars(fetched, *[f"org.apache.jmeter:{name}:{JMETER}" for name in names],
         f"net.luminis.jmeter:jmeter-websocket-samplers:{WEBSOCKET_SAMPLERS}")
    made = work / "jmeter.part"
    for folder in ("bin", "lib/ext", "lib/junit"):
        (made / folder).mkdir(parents=True, exist_ok=True)
    for jar in fetched.glob("*.jar"):
        if jar.name == f"ApacheJMeter-{JMETER}.jar":
            shutil.copy(jar, made / "bin" / "ApacheJMeter.jar")
        elif jar.name.startswith("ApacheJMeter_config"):
            with zipfile.ZipFile(jar) as config:
                config.extractall(made, [each for each in config.namelist() if each.startswith("bin/")])
        else:
            shutil.copy(jar, made / ("lib/ext" if jar.name.startswith(("ApacheJMeter_", "jmeter-websocket")) else "lib"))
    made.rename(home)
    return home


class Child:
    """A process with a log of its own, which ends with its block."""

    def __init__(self, name, command, log, cwd, env=None):
        self.name, self.log = name, log
        with open(log, "wb") as out:
            self.process = subprocess.Popen(list(map(str, command)), cwd=cwd, env={**os.environ, **(env or {})},
                                            stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)

    def answers(self, url, seconds):
        deadline = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(url, timeout=20) as answer:
                    return answer.read()
            time.sleep(0.3)
        said = "\n".join(self.log.read_text(errors="replace").splitlines()[-25:])
        raise Failure(f"{self.name} does not answer at {url}; it said:\n{said}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for how in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, how)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
                return


class DayTrader:
    health = "/daytrader/servlet/PingServlet"
    agent = "/evenkeel-agent/"
    war = "io.openliberty.sample.daytrader8.war"

    def __init__(self, checkout, work):
        self.checkout, self.work = checkout, work
        self.plan = checkout / "jmeter_files" / "daytrader8.jmx"

    def prepare(self):
        if not (self.checkout / "target" / self.war).exists():
            run(["mvn", "-q", "-B", "compile", f"{WAR}:war"], self.checkout, "building DayTrader")
        if not (self.work / "wlp").is_dir():
            run(["mvn", "-q", "-B", f"{COPY}:unpack", f"-Dartifact=io.openliberty:openliberty-runtime:{LIBERTY}:zip",
                 f"-DoutputDirectory={self.work}"], self.work, "fetching Open Liberty")
        jars(self.work / "derby", *[f"org.apache.derby:{each}:{DERBY}" for each in ("derby", "derbynet", "derbyclient")])
        run(["mvn", "-q", "-B", "-Dquick", "-DskipTests", "-pl", "agent", "-am", "package"], HOME, "building the agent")

    @contextlib.contextmanager
    def servers(self, folder, stack):
        shutil.copytree(self.checkout / "resources" / "data" / "tradedb", folder / "db" / "tradedb")
        database, *rest = free_ports(1 + 2 * len(NODES))
        ports, messages = rest[:len(NODES)], rest[len(NODES):]
        stack.enter_context(Child("Derby", [
            JAVA, "-Xmx256m", "-XX:+UseSerialGC", f"-Dderby.system.home={folder / 'db'}", "-Dderby.locks.waitTimeout=30", "-cp",
            f"{self.work}/derby/*", "org.apache.derby.drda.NetworkServerControl", "start", "-h", "127.0.0.1", "-p", database,
            "-noSecurityManager"], folder / "derby.log", folder))
        started = []
        for name, port, message in zip(NODES, ports, messages):
            user = folder / name
            server = user / "servers" / name
            (server / "apps").mkdir(parents=True)
            (server / "dropins").mkdir()
            shutil.copy(self.checkout / "target" / self.war, server / "apps")
            shutil.copy(HOME / "agent" / "target" / "evenkeel-agent.war", server / "dropins")
            (server / "server.xml").write_text(self.settings(name, port, message, database))
            (server / "jvm.options").write_text("-Xmx384m\n-Xms128m\n-XX:+UseSerialGC\n")
            started.append(stack.enter_context(Child(name, [self.work / "wlp" / "bin" / "server", "run", name], folder / f"{name}.log", folder,
                                                     {"WLP_USER_DIR": str(user)})))
            started[-1].answers(f"http://127.0.0.1:{port}{self.health}", 240)
        for child, port in zip(started, ports):
            child.answers(f"http://127.0.0.1:{port}/daytrader/app?action=login&uid=uid:0&passwd=xxx", 120)
        yield ports

    def settings(self, name, port, message, database):
        """The sample's server.xml, with the database in a process of its own, and a clone id."""
        xml = (self.checkout / "src/main/liberty/config/server.xml").read_text()
        changes = [
            ("<feature>ssl-1.0</feature>", ""),
            ('<keyStore id="defaultKeyStore" password="yourPassword" />', f'<httpSession cloneId="{name}"/>'
             f'<wasJmsEndpoint host="127.0.0.1" wasJmsPort="{message}" wasJmsSSLPort="-1"/>'),
            ('host="*" httpPort="${default.http.port}" httpsPort="${default.https.port}"', f'host="127.0.0.1" httpPort="{port}" httpsPort="-1"'),
            ('<file name="${derby.lib}" />', f'<file name="{self.work}/derby/derbyclient-{DERBY}.jar" />'),
            ('maxPoolSize="100" minPoolSize="100"', 'maxPoolSize="20" minPoolSize="5"'),
            ('<properties.derby.embedded databaseName="${shared.resource.dir}/data/tradedb"',
             f'<properties.derby.client serverName="127.0.0.1" portNumber="{database}" databaseName="tradedb" createDatabase="false"'),
        ]
        for before, after in changes:
            if before not in xml:
                raise Failure(f"DayTrader's server.xml has changed: there is no {before}")
            xml = xml.replace(before, after)
        return xml


PETCLINIC_ROUTE = """
package org.springframework.samples.petclinic.system;

import org.apache.catalina.Engine;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class RouteConfiguration {

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> route(@Value("${route}") String route) {
		return factory -> factory
			.addContextCustomizers(context -> ((Engine) context.getParent().getParent()).setJvmRoute(route));
	}

}
"""


class PetClinic:
    health = "/actuator/health"
    agent = None

    def __init__(self, checkout, work):
        self.checkout, self.work = checkout, work
        self.plan = work / "petclinic.jmx"

    def jar(self):
        found = [each for each in (self.checkout / "target").glob("spring-petclinic-*.jar") if "sources" not in each.name]
        return found[0] if found else None

    def prepare(self):
        route = self.checkout / "src/main/java/org/springframework/samples/petclinic/system/RouteConfiguration.java"
        if not route.exists() or not self.jar():
            route.write_text(PETCLINIC_ROUTE.lstrip())
            run(["mvn", "-q", "-B", "-DskipTests", "-Dcheckstyle.skip", "-Dspring-javaformat.skip", "package"], self.checkout, "building PetClinic")
        with zipfile.ZipFile(self.jar()) as all_jars:
            name = next(each for each in all_jars.namelist() if Path(each).name.startswith("h2-"))
            (self.work / "h2.jar").write_bytes(all_jars.read(name))
        self.plan.write_text(plan_of_petclinic())

    @contextlib.contextmanager
    def servers(self, folder, stack):
        database, *ports = free_ports(1 + len(NODES))
        stack.enter_context(Child("H2", [
            JAVA, "-Xmx128m", "-XX:+UseSerialGC", "-cp", self.work / "h2.jar", "org.h2.tools.Server", "-tcp", "-tcpPort", database,
            "-ifNotExists", "-baseDir", folder], folder / "h2.log", folder, {"H2_BIND_ADDRESS": "127.0.0.1"}))
        time.sleep(2)
        for name, port in zip(NODES, ports):
            child = stack.enter_context(Child(name, [
                JAVA, "-Xmx256m", "-XX:+UseSerialGC", "-jar", self.jar(), f"--server.port={port}", "--server.address=127.0.0.1",
                f"--route={name}", "--server.forward-headers-strategy=native",
                f"--spring.datasource.url=jdbc:h2:tcp://127.0.0.1:{database}/./petclinic", "--spring.datasource.username=sa",
                f"--spring.sql.init.mode={'always' if name == NODES[0] else 'never'}"], folder / f"{name}.log", folder))
            child.answers(f"http://127.0.0.1:{port}{self.health}", 240)
        yield ports


def plan_of_petclinic():
    """A visitor who chooses German, looks around, adds two owners, and is asked in German all the time."""
    def field(name, value):
        return (f'<elementProp name="{name}" elementType="HTTPArgument"><boolProp name="HTTPArgument.always_encode">true</boolProp>'
                f'<stringProp name="Argument.name">{name}</stringProp><stringProp name="Argument.value">{escape(value)}</stringProp>'
                '<stringProp name="Argument.metadata">=</stringProp></elementProp>')

    def sampler(name, path, *texts, fields=None):
        asked = "".join(f'<stringProp name="{number}">{escape(text)}</stringProp>' for number, text in enumerate(texts))
        sent = "".join(field(*each) for each in (fields or {}).items())
        return (f'<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="{name}">'
                '<elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">'
                f"{sent}</collectionProp></elementProp>"
                '<stringProp name="HTTPSampler.domain">${__P(HOST)}</stringProp><stringProp name="HTTPSampler.port">${__P(PORT)}</stringProp>'
                '<stringProp name="HTTPSampler.protocol">http</stringProp><stringProp name="HTTPSampler.contentEncoding">UTF-8</stringProp>'
                f'<stringProp name="HTTPSampler.path">{escape(path)}</stringProp>'
                f'<stringProp name="HTTPSampler.method">{"POST" if fields else "GET"}</stringProp>'
                '<boolProp name="HTTPSampler.follow_redirects">true</boolProp><boolProp name="HTTPSampler.use_keepalive">true</boolProp>'
                '<stringProp name="HTTPSampler.implementation">HttpClient4</stringProp></HTTPSamplerProxy><hashTree>'
                '<ResponseAssertion guiclass="AssertionGui" testclass="ResponseAssertion" testname="texts">'
                f'<collectionProp name="Asserion.test_strings">{asked}</collectionProp>'
                '<stringProp name="Assertion.test_field">Assertion.response_data</stringProp>'
                '<boolProp name="Assertion.assume_success">false</boolProp><intProp name="Assertion.test_type">16</intProp>'
                "</ResponseAssertion><hashTree/></hashTree>")

    owner = {"firstName": "Ida", "lastName": "Probe${__threadNum}", "address": "1 Long Lane", "city": "Leeds", "telephone": "1234567890"}
    steps = "".join([
        sampler("Language", "/?lang=de", "Willkommen"),
        sampler("Find", "/owners/find", "Besitzer suchen"),
        sampler("Owners", "/owners?lastName=Davis", "Startseite", "Davis"),
        sampler("New owner", "/owners/new", "Startseite"),
        sampler("Owner added", "/owners/new", "New Owner Created", "Startseite", fields=owner),
        sampler("Vets", "/vets.html", "Startseite", "Carter"),
        sampler("Owner", "/owners/6", "Startseite", "Coleman"),
        sampler("Owner added again", "/owners/new", "New Owner Created", "Startseite", fields=owner),
        sampler("Home", "/", "Willkommen"),
    ])
    return ('<?xml version="1.0" encoding="UTF-8"?><jmeterTestPlan version="1.2" properties="5.0"><hashTree>'
            '<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="PetClinic"/><hashTree>'
            '<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="visitors">'
            '<elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController">'
            '<boolProp name="LoopController.continue_forever">false</boolProp><intProp name="LoopController.loops">-1</intProp></elementProp>'
            '<stringProp name="ThreadGroup.num_threads">${__P(THREADS)}</stringProp><stringProp name="ThreadGroup.ramp_time">2</stringProp>'
            '<boolProp name="ThreadGroup.scheduler">true</boolProp><stringProp name="ThreadGroup.duration">${__P(DURATION)}</stringProp>'
            '<stringProp name="ThreadGroup.on_sample_error">continue</stringProp>'
            '<boolProp name="ThreadGroup.same_user_on_next_iteration">false</boolProp></ThreadGroup><hashTree>'
            '<CookieManager guiclass="CookiePanel" testclass="CookieManager" testname="cookies"><collectionProp name="CookieManager.cookies"/>'
            '<boolProp name="CookieManager.clearEachIteration">true</boolProp></CookieManager><hashTree/>'
            '<ConstantTimer guiclass="ConstantTimerGui" testclass="ConstantTimer" testname="thinks">'
            '<stringProp name="ConstantTimer.delay">${__P(MAXTHINKTIME)}</stringProp></ConstantTimer><hashTree/>'
            f"{steps}</hashTree></hashTree></hashTree></jmeterTestPlan>")


def configuration(application, ports, affinity, policy, port, admin):
    nodes = "\n".join(f"      - {{name: {name}, address: 127.0.0.1:{each}}}" for name, each in zip(NODES, ports))
    agent = f"    agent: {{path: {application.agent}}}\n" if application.agent else ""
    return (f"listeners:\n  - {{name: web, address: 127.0.0.1:{port}, cluster: shop}}\nclusters:\n  shop:\n    policy: {policy}\n"
            f"    affinity: {affinity}\n    nodes:\n{nodes}\n    health: {{path: {application.health}, interval: 2s, timeout: 5s}}\n{agent}"
            f"admin: 127.0.0.1:{admin}\n")


class Trial:
    """What all cells have in common, and one cell after another."""

    def __init__(self, application, jmeter, folder, arguments):
        self.application, self.jmeter, self.folder, self.arguments = application, jmeter, folder, arguments
        self.number = 0

    def load(self, port, seconds):
        self.number += 1
        results = self.folder / f"samples-{self.number}.csv"
        plan = self.arguments.plan or self.application.plan
        properties = {"HOST": "127.0.0.1", "PORT": port, "THREADS": self.arguments.users, "RAMP": 2, "DURATION": seconds,
                      "MAXTHINKTIME": self.arguments.think, "TOPUID": self.arguments.top_user, "STOCKS": self.arguments.top_stock}
        saved = ["subresults=false", "assertion_results_failure_message=true", "output_format=csv"]
        run([JAVA, "-Xmx384m", "-XX:+UseSerialGC", f"-Djava.util.prefs.userRoot={self.folder}",
             "-jar", self.jmeter / "bin" / "ApacheJMeter.jar", "-n", "-t", plan, "-l", results, "-j", self.folder / f"jmeter-{self.number}.log",
             *[f"-Jjmeter.save.saveservice.{each}" for each in saved], *[f"-J{key}={value}" for key, value in properties.items()]],
            self.folder, "JMeter", seconds + 180)
        if not results.exists():
            raise Failure(f"JMeter wrote no samples; {self.folder}/jmeter-{self.number}.log says why")
        with open(results, newline="") as file:  # without what is only a step of the plan and sends nothing
            rows = [row for row in csv.DictReader(file) if row["sentBytes"] not in ("0", None) or row["success"] == "false"]
        elapsed = sorted(int(row["elapsed"]) for row in rows) or [0]
        failed = collections.Counter((row["label"], row["responseCode"], row["failureMessage"][:90]) for row in rows if row["success"] != "true")
        return {"samples": len(rows), "failed": sum(failed.values()), "perSecond": round(len(rows) / seconds, 1),
                "p50": elapsed[len(elapsed) // 2], "p99": elapsed[int(len(elapsed) * 0.99)],
                "why": [[*key, count] for key, count in failed.most_common(4)]}

    def cell(self, ports, affinity, policy, round_number):
        seconds = self.arguments.seconds
        if affinity == "direct":
            seen = self.load(ports[0], seconds)
        else:
            port, admin = free_ports(2)
            file = self.folder / "evenkeel.yaml"
            file.write_text(configuration(self.application, ports, affinity, policy, port, admin))
            log = self.folder / f"evenkeel-{affinity}-{policy}-{round_number}.log"
            with Child("Evenkeel", [HOME / "evenkeel", "run", "-c", file], log, self.folder) as evenkeel:
                evenkeel.answers(f"http://127.0.0.1:{port}{self.application.health}", 60)
                seen = self.load(port, seconds)
                with urllib.request.urlopen(f"http://127.0.0.1:{admin}/api/v1/clusters/shop/sessions", timeout=10) as answer:
                    sessions = json.load(answer)
            seen.update(broken=sessions["broken"], begun=sessions["begun"], affinity_counts=sessions["affinity"],
                        nodes={name: each["begun"] for name, each in sessions["nodes"].items()})
        seen.update(affinity=affinity, policy=policy, round=round_number)
        return seen


def show(seen):
    name = seen["affinity"] if seen["affinity"] == "direct" else f"{seen['affinity']}, {seen['policy']}"
    print("| {} | {} | {:,} | {} | {} | {} | {} | {} |".format(
        name, seen["round"], seen["samples"], seen["failed"], seen.get("broken", ""), seen["perSecond"], seen["p50"], seen["p99"]), flush=True)
    for why in seen["why"]:
        print(f"  {why}", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(prog="bench/applications", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("application", choices=["daytrader", "petclinic"])
    parser.add_argument("checkout", type=Path, metavar="CHECKOUT")
    parser.add_argument("--affinity", default="cookie,jvm-route", help="modes, separated by commas (default: %(default)s)")
    parser.add_argument("--policy", default=",".join(POLICIES), help="policies, separated by commas (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=30, help="of load for each cell (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=2, help="the cells take turns this often (default: %(default)s)")
    parser.add_argument("--users", type=int, default=12, help="who are there at the same time (default: %(default)s)")
    parser.add_argument("--think", type=int, default=50, help="milliseconds that they think (default: %(default)s)")
    parser.add_argument("--plan", type=lambda text: Path(text).resolve(), help="another JMeter plan, with the properties of DayTrader's")
    parser.add_argument("--top-user", type=int, default=49, help="of DayTrader's database (default: %(default)s)")
    parser.add_argument("--top-stock", type=int, default=99, help="of DayTrader's database (default: %(default)s)")
    parser.add_argument("--work", type=Path, default=HOME / "bench" / "target" / "applications", help="where downloads are kept")
    parser.add_argument("--json", type=Path, help="a file for every cell of every round")
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    application = {"daytrader": DayTrader, "petclinic": PetClinic}[arguments.application](arguments.checkout.resolve(), work)
    application.prepare()
    jmeter = jmeter_home(work)
    folder = Path(tempfile.mkdtemp(prefix=f"{arguments.application}-", dir=work))
    print(f"logs: {folder}", file=sys.stderr, flush=True)
    cells = [("direct", "", 1), ("none", "round-robin", 1)]
    cells += [(affinity, policy, number) for number in range(1, arguments.rounds + 1)
              for affinity in arguments.affinity.split(",") for policy in arguments.policy.split(",")]
    all_seen = []
    with contextlib.ExitStack() as stack:
        trial = Trial(application, jmeter, folder, arguments)
        ports = stack.enter_context(application.servers(folder, stack))
        for port in ports:
            trial.load(port, 10)  # to warm up
        print("| affinity, policy | round | samples | failed | broken sessions | samples/s | p50 ms | p99 ms |\n|---|--:|--:|--:|--:|--:|--:|--:|")
        for cell in cells:
            all_seen.append(trial.cell(ports, *cell))
            show(all_seen[-1])
            if not all_seen[-1]["samples"]:
                raise Failure(f"JMeter sent nothing; {folder}/jmeter-{trial.number}.log says why")
    if arguments.json:
        arguments.json.write_text(json.dumps(all_seen, indent=1))
    return exit_code(all_seen)


def exit_code(all_seen):
    """1 when affinity lost a session, or when nothing shows that the plan sees a lost one."""
    blind = not any(seen["failed"] for seen in all_seen if seen["affinity"] == "none")
    if blind:
        print("bench/applications: no sample failed without affinity, so the plan does not see a lost session", file=sys.stderr)
    return int(blind or any(seen["failed"] for seen in all_seen if seen["affinity"] not in ("direct", "none")))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"bench/applications: {failure}")
