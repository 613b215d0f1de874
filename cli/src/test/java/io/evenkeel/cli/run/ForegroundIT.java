// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.ConfigChange.Verdict;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.ConfigEdit;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ForegroundIT {

    private static final String TEXT = """
            listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
            clusters:
              shop:
                nodes: [127.0.0.1:18080]
            """;

    private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();

    private PrintWriter err() {
        return new PrintWriter(new Writer() {
            private final StringBuilder line = new StringBuilder();

            @Override
            public void write(char[] chars, int from, int length) {
                line.append(chars, from, length);
                int end = line.indexOf("\n");
                while (end >= 0) {
                    said.add(line.substring(0, end));
                    line.delete(0, end + 1);
                    end = line.indexOf("\n");
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }

    /** A terminal that stopped its output, or a pipe that nobody reads. */
    private static PrintWriter stuck(CountDownLatch free) {
        return new PrintWriter(new Writer() {
            @Override
            public void write(char[] chars, int from, int length) {
                try {
                    free.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }

    @Test
    void aStopNeedsNobodyWhoReadsWhatIsSaid(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("evenkeel.yaml"), TEXT);
        CountDownLatch free = new CountDownLatch(1);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(file))) {
            Foreground foreground = new Foreground(dispatcher, stuck(free));
            Thread signal = new Thread(foreground::stop, "a signal");
            signal.start();

            CompletableFuture<Integer> end = CompletableFuture.supplyAsync(() -> {
                try {
                    return foreground.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(end.get(20, TimeUnit.SECONDS)).isZero();
        } finally {
            free.countDown();
        }
    }

    private String next() throws InterruptedException {
        return String.valueOf(said.poll(20, TimeUnit.SECONDS));
    }

    /** The next line that says that a reload was done or refused. */
    private String outcome() throws InterruptedException {
        String line = next();
        while (!line.equals("null") && !line.contains("reload done") && !line.contains("reload refused")) {
            line = next();
        }
        return line;
    }

    @Test
    void readsWhatTheConsoleWroteOnceAndWhatAHandWroteAgain(@TempDir Path folder) throws Exception {
        Path path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(path))) {
            new Foreground(dispatcher, err()).watch(path);
            ConfigControl control = dispatcher.control().configuration();
            String more = TEXT.replace("18080]", "18080, 127.0.0.1:28080]");

            assertThat(control.apply(new ConfigEdit(more, control.read().stamp(), "ann", ""))
                            .verdict())
                    .isEqualTo(Verdict.APPLIED);

            assertThat(next()).contains("in force already");
            assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(2);
            assertThat(control.lastReload().changes()).hasSize(1);

            Files.writeString(path, "listeners: [");
            assertThat(outcome()).contains("reload refused");
            Files.writeString(path, more);
            assertThat(outcome()).as("mended by hand").contains("reload done");
            assertThat(control.lastReload().applied()).isTrue();
        }
    }

    /** Joined, though with nobody yet: the module for it is on the class path of the program. */
    @Test
    void leavesAChangeToAReloadOfAllWhereItIsToldTo(@TempDir Path folder) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String text = TEXT + """
                cluster-key: 0123456789abcdef0123456789abcdef
                join: {address: "127.0.0.1:%1$d", members: "127.0.0.1:%1$d", watch: false}
                """.formatted(port);
        Path path = Files.writeString(folder.resolve("shop.yaml"), text);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(path))) {
            new Foreground(dispatcher, err()).watch(path);
            Files.writeString(path, text.replace("18080]", "18080, 127.0.0.1:28080]"));

            assertThat(next()).contains("changed; evenkeel reload --all puts it in force");
            assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(1);
            assertThat(dispatcher.control().reloadAll().applied()).isTrue();
            assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(2);
        }
    }

    /** A start takes a moment between its reading of the file and its watching of it. */
    @Test
    void seesAChangeThatWasMadeBeforeTheWatchBegan(@TempDir Path folder) throws Exception {
        Path path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(path))) {
            Files.writeString(path, TEXT.replace("18080]", "18080, 127.0.0.1:28080]"));

            new Foreground(dispatcher, err()).watch(path);

            assertThat(outcome()).contains("reload done");
            assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(2);
        }
    }

    @Test
    void reloadsNothingWhenTheFileIsAsItWas(@TempDir Path folder) throws Exception {
        Path path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(path))) {
            new Foreground(dispatcher, err()).watch(path);

            assertThat(said).isEmpty();
            assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(1);
        }
    }
}
