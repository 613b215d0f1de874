// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The planner in front of an admin API's answer as docs/reference/api.md has it. */
class PlanFromAgentsIT {

    private static final String NODE = """
            {"name": "%s", "sample": {"ageMs": 38, "agent": "reporting", "figures": {"NODE_DEMAND": 88.0, "NODE_BOTTLENECK": 8.0,
             "OS_CPU_LIMIT": 2.0, "JVM_CPU_USED%%": 40.0, "AMX_JDBC_ACTC": 8.0, "AMX_JDBC_MAXC": 10.0,
             "AMX_CONNS_Q_THRDSMAX": 12.0, "AMX_CONNS_Q_MAXSIZE": 12.0, "RQST_THROUGHPUT": 100.0, "RQST_RESPONSE_TIME": 95.0}}}
            """;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/api/v1/clusters/shop", "{\"nodes\": [" + NODE.formatted("vcn1") + "," + NODE.formatted("vcn2") + "]}");
        answer("/api/v1/clusters/idle", "{\"nodes\": [{\"name\": \"vcn1\", \"sample\": null}]}");
        answer("/api/v1/clusters/half", "{\"nodes\": [" + NODE.formatted("vcn1") + ",{\"name\": \"vcn2\"}]}");
        server.start();
    }

    private void answer(String path, String json) {
        byte[] octets = json.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, octets.length);
            try (var out = exchange.getResponseBody()) {
                out.write(octets);
            }
        });
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private CommandLineRun plan(String line) {
        return CommandLineRun.of(
                ("plan --admin http://127.0.0.1:" + server.getAddress().getPort() + " " + line).split(" "));
    }

    @Test
    void takesWhatAgentsMeasure() {
        CommandLineRun run = plan("--cluster shop --rate 200/s --without 1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("At 200/s on 2 nodes")
                .contains("without 1 of 'vcn1'", "without 1 of 'vcn2'")
                .contains("The bottleneck of 'vcn1' is jdbc: 80 ms on 10, 80 % busy")
                .contains("The means were off from what was measured by", "now, as the agents measure it");
    }

    @Test
    void moreNodesAreLikeTheWeakest() {
        assertThat(plan("--cluster shop --servers 5 --rate 400/s").out()).startsWith("At 400/s on 5 nodes");
    }

    @Test
    void saysWhatIsNotKnownYet() {
        CommandLineRun idle = plan("--cluster idle --rate 200/s");
        assertThat(idle.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(idle.err()).contains("no agent of cluster 'idle'", "--cpu-ms");
        assertThat(plan("--cluster half --rate 200/s").err()).contains("have not reported what a request needs: vcn2");
        CommandLineRun none = plan("--rate 200/s");
        assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(none.err()).contains("--cluster NAME");
    }
}
