// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.modcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.RegistrationView.ContextView;
import io.evenkeel.dispatcher.control.RegistrationView.ServerView;
import io.evenkeel.lab.server.ServerFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two WildFlys whose mod_cluster is set up by the commands of the guide, before a dispatcher with the guide's file:
 * applications come and go, and servers stop and fall over, under a load of sessions. {@code .ci/slow servers} fetches
 * WildFly and runs this.
 */
@Tag("servers")
@Timeout(500)
class WildFlyIT {

    private static final long LONGEST_SECONDS = 90;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // the test starts it
    private Dispatcher dispatcher;

    @AfterEach
    void stop() {
        if (dispatcher != null) {
            dispatcher.close();
        }
    }

    @Test
    void applicationsComeAndGoAndServersFallOver() throws Exception {
        int mcmpPort = freePort();
        Path file = Files.writeString(
                folder.resolve("evenkeel.yaml"),
                Guide.block("protocol: mcmp")
                        .replace("127.0.0.1:9090", "127.0.0.1:0")
                        .replace("127.0.0.1:6666", "127.0.0.1:" + mcmpPort)
                        .replaceAll("admin: .*", "log: {level: info}"));
        dispatcher = Dispatcher.start(SettingsFile.open(file));
        URI shop = URI.create("http://127.0.0.1:" + dispatcher.port("web") + "/shop/");
        Path war = NodeApplication.pack(folder.resolve("shop.war"));
        String commands = Guide.block("embed-server").replace("port=6666", "port=" + mcmpPort);
        Path home = wildFly();

        try (WildFly first = new WildFly(home, folder.resolve("w1"), "w1", freePort(), commands);
                WildFly second = new WildFly(home, folder.resolve("w2"), "w2", freePort(), commands)) {
            first.deploy(war);
            second.deploy(war);
            await(first, "both serve /shop", () -> states().equals(Set.of("w1 /shop enabled", "w2 /shop enabled")));
            try (SessionLoad load = new SessionLoad(shop)) {
                both(load, first, second);

                first.undeploy(war);
                await(first, "w1 has no /shop", () -> states().equals(Set.of("w2 /shop enabled")));
                int before = load.answers("w1");
                more(load, second);
                assertThat(load.answers("w1"))
                        .as("answers after the undeployment")
                        .isEqualTo(before);
                assertThat(load.failures()).as("failures of an undeployment").isEmpty();

                first.deploy(war);
                await(first, "w1 has /shop again", () -> states().contains("w1 /shop enabled"));
                both(load, first, second);
                assertThat(load.failures()).as("failures of a deployment").isEmpty();

                second.kill();
                more(load, first);
                assertThat(load.failures())
                        .as("failures of a kill: each request is a GET, and was repeated")
                        .isEmpty();

                second.start();
                await(
                        second,
                        "w2 has /shop again",
                        () -> load.begun("w2") > 0 && states().contains("w2 /shop enabled"));
                both(load, first, second);
                first.stop();
                await(
                        first,
                        "w1 has left",
                        () -> servers().stream().allMatch(each -> each.route().equals("w2")));
                more(load, second);
                assertThat(load.failures()).as("failures of a stop").isEmpty();
                System.out.println("mod_cluster in WildFly: " + load.answers("w1") + " and " + load.answers("w2")
                        + " answers, " + load.moved() + " requests of sessions that had to move");
            }
        }
    }

    private static Path wildFly() throws Exception {
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(ServerFiles.find().folder(), "wildfly-*")) {
            return found.iterator().next();
        }
    }

    private static int freePort() throws IOException {
        int port = 0;
        while (port < 9000 || port > 50_000) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = socket.getLocalPort();
            }
        }
        return port;
    }

    private List<ServerView> servers() {
        return Objects.requireNonNull(dispatcher.control().registrations().of("apps"))
                .servers();
    }

    /** The states of the application on each server. */
    private Set<String> states() {
        return Set.copyOf(servers().stream()
                .flatMap(server -> server.contexts().stream()
                        .filter(context -> context.path().equals("/shop"))
                        .map((ContextView context) -> server.route() + " /shop " + context.state()))
                .toList());
    }

    private void both(SessionLoad load, WildFly first, WildFly second) throws Exception {
        int one = load.begun(first.name());
        int two = load.begun(second.name());
        await(
                first,
                "new sessions on both",
                () -> load.begun(first.name()) > one + 3 && load.begun(second.name()) > two + 3);
    }

    private void more(SessionLoad load, WildFly on) throws Exception {
        int before = load.answers(on.name());
        await(on, "answers of " + on.name(), () -> load.answers(on.name()) > before + 100);
    }

    private void await(WildFly server, String what, Callable<Boolean> condition) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!condition.call()) {
            assertThat(System.nanoTime())
                    .as("in time: %s\n%s\n%s", what, servers(), server.log())
                    .isLessThan(endNs);
            Thread.sleep(50);
        }
    }
}
