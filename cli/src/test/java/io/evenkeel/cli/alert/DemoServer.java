// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Tomcat of the demo.
 *
 * @param key allows the application to break its server
 */
record DemoServer(ProcessHandle process, String name, int port, String key) {

    private static final Duration LONGEST_ASK = Duration.ofSeconds(20);

    /** The server of a process that was started as {@code java @FILE}; empty when it is another program. */
    static Optional<DemoServer> of(ProcessHandle process) {
        try {
            String command = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
            for (String argument : command.split("\0", -1)) {
                String all = argument.startsWith("@") ? Files.readString(Path.of(argument.substring(1))) : "";
                if (all.contains("org.apache.catalina.startup.Bootstrap")) {
                    return Optional.of(new DemoServer(
                            process,
                            property(all, "evenkeel.node"),
                            Integer.parseInt(property(all, "node.port")),
                            property(all, "trade.faults")));
                }
            }
        } catch (IOException ended) {
            // Then it is not one that runs.
        }
        return Optional.empty();
    }

    private static String property(String arguments, String name) {
        Matcher found =
                Pattern.compile("\"-D" + Pattern.quote(name) + "=([^\"]*)\"").matcher(arguments);
        assertThat(found.find()).as("-D%s of a Tomcat", name).isTrue();
        return found.group(1);
    }

    /** Stops the process, as in a long pause of its machine, or lets it go on. */
    void freeze(boolean frozen) throws IOException, InterruptedException {
        new ProcessBuilder("kill", frozen ? "-STOP" : "-CONT", Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Lets the application break its server for a while, as {@code --break} of the demo does. */
    void fault(String kind, Duration lasts) throws IOException, InterruptedException {
        URI address =
                URI.create("http://127.0.0.1:%d/trade/fault?kind=%s&ms=%d".formatted(port, kind, lasts.toMillis()));
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("X-Fault-Key", key)
                .timeout(LONGEST_ASK)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(202);
    }
}
