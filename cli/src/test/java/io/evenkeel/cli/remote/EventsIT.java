// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.config.Settings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.live.LiveControl;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsIT {

    private static final String CONFIG = """
            version: 1
            listeners:
              - {name: web, address: 127.0.0.1:0, protocol: http, cluster: shop}
            clusters:
              shop: {nodes: [{name: vcn1, address: 127.0.0.1:18080}]}
            admin: {address: 127.0.0.1:0, history: off}
            """;

    @TempDir
    Path folder;

    private final AtomicInteger looks = new AtomicInteger();
    private Path config;
    private IdleEngine engine;
    private AdminServer server;

    @BeforeEach
    void start() throws Exception {
        config = Files.writeString(folder.resolve("evenkeel.yaml"), CONFIG);
        Settings settings = SettingsFile.open(config).load();
        engine = new IdleEngine(settings);
        server = AdminServer.start(settings.admin(), counted(new LiveControl(engine)), AdminFiles.beside(config));
        engine.events().node().info("shop/vcn1 is down: refused");
        engine.events().reload().warn("nothing changed");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CommandLineRun run(String line) {
        return CommandLineRun.of((line + " -c " + config).split(" "));
    }

    @Test
    void showsTheLastEventsOldestFirst() {
        CommandLineRun run = run("events");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .containsPattern(
                        "(?m)^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO  node     shop/vcn1 is down: refused\\n"
                                + ".* WARN  reload   nothing changed\\n\\z");
        assertThat(run("events --count 1").out().lines()).hasSize(1);
        assertThat(run("events -n 1 -o json").out())
                .startsWith("[{\"at\":\"")
                .contains("\"level\":\"warn\",\"area\":\"reload\",\"text\":\"nothing changed\"}]");
        assertThat(run("events -n 2 -o csv").out().lines()).hasSize(3);
    }

    @Test
    void followsUntilTheDispatcherEnds() throws Exception {
        CompletableFuture<CommandLineRun> following =
                CompletableFuture.supplyAsync(() -> run("events --follow --count 0 -o json"));
        // a look that begins after another one shows what came between them
        awaitLooks(2);
        engine.events().node().info("one");
        engine.events().node().info("two");
        awaitLooks(2);
        server.close();

        CommandLineRun run = following.get(30, TimeUnit.SECONDS);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("no dispatcher answers");
        assertThat(run.out())
                .doesNotContain("nothing changed")
                .containsPattern("\\A\\{\"at\":.*\"text\":\"one\"}\\n\\{\"at\":.*\"text\":\"two\"}\\n\\z");
    }

    /** The control, which counts how often somebody asks for events. */
    private Control counted(Control control) {
        return (Control) Proxy.newProxyInstance(
                Control.class.getClassLoader(), new Class<?>[] {Control.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(control, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        if (method.getName().equals("events")) {
                            looks.incrementAndGet();
                        }
                    }
                });
    }

    private void awaitLooks(int more) throws InterruptedException {
        int wanted = looks.get() + more;
        for (int wait = 0; wait < 600 && looks.get() < wanted; wait++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(looks.get()).as("looks of the command").isGreaterThanOrEqualTo(wanted);
    }
}
