// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.cli.TestJvm;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command run as a process of its own, with signals. */
@Tag("thorough")
final class RunIT {

    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<String> err = new LinkedBlockingQueue<>();
    private HttpServer origin;
    private Path config;
    private @Nullable Process process;

    @BeforeEach
    void prepare() throws IOException {
        origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        origin.createContext("/", exchange -> {
            byte[] body = exchange.getRequestURI().toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        origin.start();
        config = folder.resolve("evenkeel.yaml");
        write("web");
    }

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
        origin.stop(0);
    }

    @Test
    void saysWhereItListensServesAndEndsOnSigterm() throws Exception {
        start();
        int port = port(heard("listener web on "));
        heard("ready in ");

        assertThat(get(port, "/a?b=c")).isEqualTo("/a?b=c");
        signal("TERM");

        heard("stopped");
        assertThat(exitCode()).isZero();
    }

    /** A configuration that was copied from another machine comes without its key. */
    @Test
    void saysThatItMakesAClusterKey() throws Exception {
        start();

        String made = heard("a cluster key is made");
        heard("ready in ");
        assertThat(made)
                .contains(folder.resolve(".evenkeel")
                        .resolve("evenkeel.cluster.key")
                        .toString())
                .contains("other dispatchers");
        assertThat(folder.resolve(".evenkeel").resolve("evenkeel.cluster.key")).exists();
    }

    @Test
    void saysNothingOfAKeyWhereTheConfigurationHasOne() throws Exception {
        write("web", "cluster-key: 0123456789abcdef0123456789abcdef\n");
        start();

        List<String> lines = new ArrayList<>();
        do {
            lines.add(String.valueOf(err.poll(60, TimeUnit.SECONDS)));
        } while (!lines.get(lines.size() - 1).matches("null|.*ready in .*"));

        assertThat(lines)
                .noneMatch(line -> line.contains("cluster key"))
                .last(as(STRING))
                .contains("ready in");
        Path own = folder.resolve(".evenkeel/evenkeel.cluster.key");
        assertThat(own).doesNotExist();

        write("web");
        heard("a cluster key is made, in " + own);
        assertThat(own).exists();
    }

    /** A folder in the place of the next text of the file stands for a disk that is full at the start. */
    @Test
    void storesTheKeyThatItCouldNotStoreAtTheStart() throws Exception {
        Path own = folder.resolve(".evenkeel/evenkeel.cluster.key");
        Path inTheWay = Files.createDirectories(folder.resolve(".evenkeel/evenkeel.cluster.key.next/more"));
        start();
        assertThat(heard("no cluster key could be read or stored")).contains("tried again every ten seconds");
        heard("ready in ");
        assertThat(own).doesNotExist();

        Files.delete(inTheWay);

        heard("the cluster key is stored now, in " + own);
        assertThat(own).content().matches("[0-9a-f]{64}\n");
    }

    @Test
    void aSecondSignalEndsWhatADrainWouldWaitFor() throws Exception {
        start();
        int port = port(heard("listener web on "));
        heard("ready in ");
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            client.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
            assertThat(get(port, "/served")).isEqualTo("/served");
            signal("TERM");
            heard("draining");

            for (int i = 0; i < 20 && process().isAlive(); i++) {
                signal("INT");
                process().waitFor(100, TimeUnit.MILLISECONDS);
            }

            assertThat(exitCode()).isZero();
        }
    }

    /** Kubernetes and others take it off their lists, while it serves everybody who has not noticed yet. */
    @Test
    void isNotReadyAndStillServesForTheTimeOfNotice() throws Exception {
        write("web", "admin: 127.0.0.1:0\nengine: {notice: 5s, drain: 1s}\n");
        start();
        int port = port(heard("listener web on "));
        heard("ready in ");
        int admin = port(heard("admin on "));
        assertThat(status(admin, "/readyz")).isEqualTo(200);
        signal("TERM");
        heard("not ready any more, and serving for 5 s");

        assertThat(status(admin, "/readyz")).isEqualTo(503);
        assertThat(status(admin, "/livez")).isEqualTo(200);
        assertThat(get(port, "/late")).isEqualTo("/late");

        heard("draining");
        assertThat(exitCode()).isZero();
    }

    private static int status(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** As under nohup. */
    @Test
    void saysThatSighupReloadsNothingWhereItIsIgnored() throws Exception {
        ProcessBuilder ignoring = command();
        ignoring.command().addAll(0, List.of("bash", "-c", "trap '' HUP; exec \"$@\"", "bash"));
        hear(ignoring.start());
        assertThat(heard("SIGHUP")).contains("reloads nothing", "'evenkeel reload'");
        heard("ready in ");

        signal("HUP");
        write("shop-window");
        assertThat(heard("reload done")).contains("changed");
    }

    @Test
    void sighupAndAChangedFileReload() throws Exception {
        start();
        heard("ready in ");

        signal("HUP");
        assertThat(heard("reload done")).contains("SIGHUP");

        write("shop-window");
        heard("reload done");
        Files.writeString(config, "version: 1\nlisteners: what\n");
        heard("reload refused");
        assertThat(process().isAlive()).isTrue();
    }

    @Test
    void aRenewedCertificateReloadsAndABrokenOneDoesNot() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Path certificate = folder.resolve("gw.pem");
        Path key = folder.resolve("gw-key.pem");
        X509Bundle first = issue(authority, "gw1.example.org");
        Files.writeString(certificate, first.getCertificatePEM());
        Files.writeString(key, first.getPrivateKeyPEM());
        Files.writeString(
                config,
                Files.readString(config)
                        + "admin: {address: \"127.0.0.1:0\", tls: {certificate: gw.pem, key: gw-key.pem}}\n");
        start();
        assertThat(heard("admin on ")).contains("https://127.0.0.1:");
        assertThat(heard("make the first one")).contains("at https://127.0.0.1:");

        Files.writeString(certificate, "torn");
        assertThat(heard("gw.pem has no certificate in PEM")).isNotEmpty();
        heard("reload refused");
        X509Bundle second = issue(authority, "gw2.example.org");
        Files.writeString(certificate, second.getCertificatePEM() + second.getPrivateKeyPEM());
        heard("does not belong to the certificate");
        Files.writeString(key, second.getPrivateKeyPEM());
        assertThat(heard("reload: admin")).contains("another certificate of gw2.example.org");
        assertThat(heard("reload done")).contains("gw-key.pem changed");
    }

    private static X509Bundle issue(X509Bundle authority, String name) throws Exception {
        return new CertificateBuilder()
                .ecp256()
                .subject("CN=gw")
                .addSanDnsName(name)
                .buildIssuedBy(authority);
    }

    @Test
    void aBadFileEndsWith78() throws Exception {
        Files.writeString(config, "version: 1\nlistners: []\n");

        start();

        heard("listners");
        assertThat(exitCode()).isEqualTo(78);
    }

    @Test
    void offersTheLastGoodTextAndTakesItWhenToldTo() throws Exception {
        String good = Files.readString(config);
        Path versions = Files.createDirectories(folder.resolve(".evenkeel/evenkeel.versions"));
        Files.writeString(versions.resolve("000001.yaml"), good);
        Files.writeString(versions.resolve("000001.txt"), "1700000000000\nann\nspring sale\n");
        Files.writeString(config, "version: 1\nlistners: []\n");

        start();
        assertThat(heard("--last-good")).contains("is kept and has no errors", "evenkeel run -c " + config);
        assertThat(exitCode()).isEqualTo(78);
        assertThat(Files.readString(config)).as("never silently").contains("listners");

        start("--last-good");
        assertThat(heard("could not be used")).contains("is again what was in force until 2023-11-14");
        heard("ready in ");
        assertThat(Files.readString(config)).isEqualTo(good);
        assertThat(Files.readString(versions.resolve("000002.yaml"))).contains("listners");
        signal("TERM");
        assertThat(exitCode()).isZero();
    }

    @Test
    void saysThatAChangeDidNotComeToItsEnd() throws Exception {
        String good = Files.readString(config);
        Path versions = Files.createDirectories(folder.resolve(".evenkeel/evenkeel.versions"));
        Files.writeString(versions.resolve("000001.yaml"), good);
        Files.writeString(versions.resolve("000001.txt"), "1700000000000\nann\nspring sale\n");
        Files.writeString(versions.resolve("unfinished"), "000001");
        Files.writeString(
                config,
                good.replace("127.0.0.1:0", "127.0.0.1:" + origin.getAddress().getPort()));

        start();
        assertThat(heard("the process ended while")).contains("a change by ann");
        heard("--last-good");
        assertThat(exitCode()).isEqualTo(1);

        start("--last-good");
        heard("evenkeel: ready in ");
        assertThat(Files.readString(config)).isEqualTo(good);
        assertThat(versions.resolve("unfinished")).doesNotExist();
    }

    @Test
    void sighupOpensAMovedEventLogAnew() throws Exception {
        Path log = folder.resolve("events.log");
        Files.writeString(config, Files.readString(config) + "log: {file: " + log + "}\n");
        start();
        heard("evenkeel: ready in ");
        await(log, "listener web");
        Path moved = Files.move(log, folder.resolve("events.log.moved"));
        String before = Files.readString(moved);

        signal("HUP");
        heard("reload done");
        write("shop-window", "log: {file: " + log + "}\n");
        heard("reload done");
        signal("TERM");
        assertThat(exitCode()).isZero();

        assertThat(before).contains("listener web");
        assertThat(Files.readString(moved)).isEqualTo(before);
        assertThat(Files.readString(log)).contains("shop-window");
    }

    /** logrotate moves the files and sends SIGUSR1. */
    @Test
    void sigusr1OpensMovedLogsAnew() throws Exception {
        Path events = folder.resolve("events.log");
        Path access = folder.resolve("access.log");
        Files.writeString(
                config,
                Files.readString(config) + "log: {file: events.log, access: {format: json, file: access.log}}\n");
        start();
        int port = port(heard("listener web on "));
        heard("evenkeel: ready in ");
        get(port, "/before");
        await(events, "listener web");
        await(access, "/before");
        Path eventsMoved = Files.move(events, folder.resolve("events.log.moved"));
        Path accessMoved = Files.move(access, folder.resolve("access.log.moved"));

        signal("USR1");
        await(events, "");
        await(access, "");
        get(port, "/after");
        await(access, "/after");
        signal("TERM");
        assertThat(exitCode()).isZero();

        assertThat(Files.readString(eventsMoved)).contains("listener web");
        assertThat(Files.readString(accessMoved)).contains("/before").doesNotContain("/after");
        assertThat(Files.readString(access)).contains("/after").doesNotContain("/before");
    }

    /** systemd names the device and inode of the stream that is its journal; a file stands for it here. */
    @Test
    void putsSeveritiesBeforeEventsInTheJournal() throws Exception {
        Path journal = Files.createFile(folder.resolve("journal"));
        String stream = Files.getAttribute(journal, "unix:dev") + ":" + Files.getAttribute(journal, "unix:ino");
        start(command().redirectError(journal.toFile()), "JOURNAL_STREAM", stream);
        await(journal, "evenkeel: ready in ");
        signal("TERM");
        assertThat(exitCode()).isZero();

        assertThat(Files.readAllLines(journal))
                .filteredOn(line -> line.contains(" + listener "))
                .isNotEmpty()
                .allMatch(line -> line.matches("<[346]>\\d{4}-.*"));
    }

    @Test
    void keepsEverythingInTheFolderThatTheConfigurationNames() throws Exception {
        Path state = folder.resolve("state");
        write("web", "state-dir: " + state + "\nadmin: 127.0.0.1:0\n");
        start();
        heard("ready in ");
        heard("admin on ");
        await(state.resolve("evenkeel.url"), "http");
        assertThat(state.resolve("evenkeel.cluster.key")).exists();
        signal("TERM");
        assertThat(exitCode()).isZero();
        assertThat(folder.resolve(".evenkeel")).doesNotExist();
    }

    @Test
    void namesTheFolderThatCannotBeWritten() throws Exception {
        Files.writeString(folder.resolve("taken"), "");
        write("web", "state-dir: taken/state\n");
        start();
        assertThat(heard("cannot be written")).contains("taken/state", "'state-dir'");
        assertThat(exitCode()).isEqualTo(78);

        write("web", "");
        Files.writeString(folder.resolve(".evenkeel"), "");
        start();
        assertThat(heard("cannot be written")).contains(folder + "/.evenkeel", "'state-dir'");
        heard("ready in ");
    }

    @Test
    void removesWhatACrashLeft() throws Exception {
        Path left = Files.writeString(folder.resolve(".evenkeel-4711.next"), "secret");
        Files.setLastModifiedTime(left, FileTime.fromMillis(0));

        start();
        heard("ready in ");

        assertThat(left).doesNotExist();
    }

    @Test
    void wantsFoldersThatAreThere() throws Exception {
        start("--allow-folder", folder.resolve("none").toString());

        heard("--allow-folder: there is no folder " + folder.resolve("none"));
        assertThat(exitCode()).isEqualTo(1);
    }

    @Test
    void anAddressInUseEndsWith1() throws Exception {
        Files.writeString(
                config,
                Files.readString(config)
                        .replace(
                                "127.0.0.1:0\"",
                                "127.0.0.1:" + origin.getAddress().getPort() + "\""));

        start();

        assertThat(heard("cannot start")).contains(":" + origin.getAddress().getPort());
        assertThat(exitCode()).isEqualTo(1);
    }

    @Test
    void anAdminAddressInUseEndsWith1BeforeAnythingIsOpen() throws Exception {
        int taken = origin.getAddress().getPort();
        Files.writeString(config, Files.readString(config) + "admin: {address: \"127.0.0.1:" + taken + "\"}\n");

        start();

        assertThat(exitCode()).isEqualTo(1);
        assertThat(err)
                .as("one sentence, and neither a listener nor ready nor a stack trace")
                .singleElement(as(STRING))
                .contains("cannot start: admin.address 127.0.0.1:" + taken + " cannot be bound");
    }

    private void write(String listener) throws IOException {
        write(listener, "");
    }

    private void write(String listener, String more) throws IOException {
        Files.writeString(config, """
                version: 1
                listeners:
                  - {name: %s, address: "127.0.0.1:0", protocol: http, cluster: shop}
                clusters:
                  shop:
                    nodes:
                      - {name: vcn1, address: "127.0.0.1:%d"}
                %s""".formatted(listener, origin.getAddress().getPort(), more));
    }

    private ProcessBuilder command(String... options) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                classPath,
                "io.evenkeel.cli.Main",
                "run",
                "-c",
                config.toString()));
        command.addAll(1, TestJvm.flags());
        command.addAll(List.of(options));
        return new ProcessBuilder(command).redirectOutput(folder.resolve("out").toFile());
    }

    /** Starts a process whose standard error is a file, with one more variable. */
    private void start(ProcessBuilder command, String variable, String value) throws IOException {
        command.environment().put(variable, value);
        process = command.start();
    }

    private void start(String... options) throws IOException {
        hear(command(options).start());
    }

    private void hear(Process started) {
        process = started;
        Thread reader = new Thread(() -> read(started), "stderr");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Process started) {
        try (BufferedReader lines = started.errorReader()) {
            lines.lines().forEach(err::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first line from now on with these words. */
    private String heard(String words) throws InterruptedException {
        List<String> others = new ArrayList<>();
        for (String line = err.poll(60, TimeUnit.SECONDS); line != null; line = err.poll(60, TimeUnit.SECONDS)) {
            if (line.contains(words)) {
                return line;
            }
            others.add(line);
        }
        throw new AssertionError("nothing with '" + words + "' in " + others);
    }

    /** Waits until a file has some words; another process writes it. */
    private static void await(Path file, String words) throws IOException, InterruptedException {
        for (int i = 0;
                i < 600 && !(Files.exists(file) && Files.readString(file).contains(words));
                i++) {
            Thread.sleep(50);
        }
        assertThat(file).content().contains(words);
    }

    private static int port(String line) {
        Matcher matcher = Pattern.compile(":(\\d+)$").matcher(line);
        assertThat(matcher.find()).as(line).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(
                        "bash", "-c", "kill -" + name + " " + process().pid())
                .start();
        try (InputStream complaints = kill.getErrorStream()) {
            complaints.readAllBytes();
        }
        kill.waitFor();
    }

    private int exitCode() throws InterruptedException {
        assertThat(process().waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
        return process().exitValue();
    }

    private Process process() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process;
    }
}
