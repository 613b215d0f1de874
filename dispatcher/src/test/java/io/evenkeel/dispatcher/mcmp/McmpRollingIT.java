// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten servers that speak mod_cluster's protocol, each replaced by another one under 300 requests a second. */
@Timeout(120)
@Tag("thorough")
class McmpRollingIT {

    private static final int SERVERS = 10;
    private static final int CLIENTS = 6;
    private static final long EACH_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final TestDispatcher dispatcher =
            TestDispatcher.start(new TestSettings().registering("apps", McmpSettings.DEFAULTS));
    private final RawClient mcmp = RawClient.to(dispatcher.port("mcmp"));
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final List<ScriptedNode> started = new ArrayList<>();
    private final Map<String, Integer> answers = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    McmpRollingIT() throws Exception {}

    @AfterEach
    void stop() throws Exception {
        over = true;
        clients.shutdownNow();
        mcmp.close();
        dispatcher.close();
        for (ScriptedNode node : started) {
            node.close();
        }
    }

    private Message send(String method, String target, String body) throws Exception {
        mcmp.send(method + " " + target + " HTTP/1.1\r\nHost: localhost:6666\r\nContent-Length: " + body.length()
                + "\r\nConnection: Keep-Alive\r\n\r\n" + body);
        return mcmp.response("POST");
    }

    private Message app(String method, ScriptedNode node) throws Exception {
        return send(method, "/", "JVMRoute=" + node.name() + "&Alias=localhost&Context=%2Fshop");
    }

    private ScriptedNode join(String name) throws Exception {
        ScriptedNode node = ScriptedNode.start(name);
        started.add(node);
        send("CONFIG", "/", "JVMRoute=" + name + "&Host=127.0.0.1&Port=" + node.port() + "&Type=http");
        assertThat(app("ENABLE-APP", node).status()).isEqualTo(200);
        assertThat(send("STATUS", "/", "JVMRoute=" + name + "&Load=100").text()).contains("&State=OK&");
        return node;
    }

    /** As a server does that is shut down: no new sessions, no requests, out. */
    private void leave(ScriptedNode node) throws Exception {
        app("DISABLE-APP", node);
        Until.holds("nothing runs on " + node.name(), () -> runsNothing(node));
        assertThat(send("REMOVE-APP", "/*", "JVMRoute=" + node.name()).status()).isEqualTo(200);
        Until.holds(
                node.name() + " has left",
                () -> dispatcher.cluster("apps").nodes().stream()
                        .noneMatch(each -> each.name().equals(node.name())));
        node.close();
    }

    private boolean runsNothing(ScriptedNode node) {
        try {
            return app("STOP-APP", node).text().contains("&Requests=0");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void ask() {
        long dueNs = System.nanoTime();
        try (RawClient client = dispatcher.connect()) {
            while (!over) {
                Message answer = client.send("GET /shop/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .response("GET");
                if (answer.status() == 200) {
                    answers.merge(answer.value("X-Node"), 1, Integer::sum);
                } else {
                    failures.add(answer.text());
                }
                dueNs += EACH_NS;
                Until.passed(TimeUnit.NANOSECONDS.toMillis(dueNs - System.nanoTime()));
            }
        } catch (Exception e) {
            failures.add(e.toString());
        }
    }

    private int answered(String name) {
        return answers.getOrDefault(name, 0);
    }

    @Test
    void noRequestFailsWhileEachServerIsReplaced() throws Exception {
        List<ScriptedNode> before = new ArrayList<>();
        for (int k = 0; k < SERVERS; k++) {
            before.add(join("old" + k));
        }
        List<Future<?>> asking = new ArrayList<>();
        for (int k = 0; k < CLIENTS; k++) {
            asking.add(clients.submit(this::ask));
        }

        for (int k = 0; k < SERVERS; k++) {
            String name = "new" + k;
            join(name);
            Until.holds(name + " answers", () -> answered(name) > 5);
            leave(before.get(k));
        }
        over = true;
        for (Future<?> each : asking) {
            each.get();
        }

        assertThat(failures).isEmpty();
        assertThat(answers).as("of all servers").hasSize(2 * SERVERS);
    }
}
