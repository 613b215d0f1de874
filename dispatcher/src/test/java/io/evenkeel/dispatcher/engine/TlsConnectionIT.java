// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.engine.tls.TlsConnection;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsProvider;
import io.evenkeel.dispatcher.engine.tls.TlsRules;
import io.evenkeel.dispatcher.engine.tls.ticket.TicketKeys;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encrypted connections on sockets keep their promises, and clients continue their sessions elsewhere. */
@Tag("thorough")
class TlsConnectionIT {

    private static final String HOST = "shop.example.org";
    private static final Identity IDENTITY = TestCertificates.ecdsa(HOST);

    /** With the transport that the machine has. */
    @Nested
    class Usual extends OverSockets {
        Usual() {
            super(Transport.AUTO, TlsProvider.NATIVE);
        }
    }

    /** With the JDK's selectors. */
    @Nested
    class Nio extends OverSockets {
        Nio() {
            super(Transport.NIO, TlsProvider.NATIVE);
        }
    }

    /** With Java's engine. */
    @Nested
    class Java extends OverSockets {
        Java() {
            super(Transport.AUTO, TlsProvider.JAVA);
        }
    }

    /** Begins the handshake when the connection below is open. */
    private record Secure(TlsContext context, ConnectionHandler handler) implements ConnectionAcceptor {

        @Override
        public ConnectionHandler accepted(Connection below) {
            return new Fresh(this);
        }
    }

    /** The handler of a connection that is not open yet. */
    private record Fresh(Secure owner) implements ConnectionHandler {

        @Override
        public void opened(Connection below) {
            TlsConnection made = Objects.requireNonNull(TlsConnection.server(below, owner.context, HOST));
            made.handler(owner.handler);
            made.begin(Unpooled.EMPTY_BUFFER);
        }

        @Override
        public void received(ByteBuf bytes) {}

        @Override
        public void inputEnded() {}

        @Override
        public void failed(Throwable cause) {}

        @Override
        public void closed() {}
    }

    abstract static class OverSockets extends SocketContract {

        private final TlsContext context;
        private final List<Connection> made = new ArrayList<>();

        OverSockets(Transport transport, TlsProvider provider) {
            super(transport);
            context = TlsContext.server(provider, IDENTITY, TlsRules.of(List.of()), null);
        }

        /** Whatever a test has left open; what nobody frees then is reported as a leak. */
        @AfterEach
        void close() throws Exception {
            for (Connection each : made) {
                on(each, each::reset);
            }
            socket.close();
            engine.close();
            context.release();
        }

        @Override
        Link open(ConnectionHandler handler) throws Exception {
            CompletableFuture<Connection> opened = new CompletableFuture<>();
            connect(engine.listen(anyPort(), new Secure(context, new Forwarder(handler, opened))));
            SSLSocket secure = (SSLSocket)
                    TestCertificates.clientContext(null).getSocketFactory().createSocket(socket, HOST, 443, true);
            secure.startHandshake();
            Connection connection = opened.get(20, TimeUnit.SECONDS);
            made.add(connection);
            on(connection, () -> connection.handler(handler));
            return new Link(connection, farEnd(secure));
        }
    }

    /** Notes the connection when it is opened, and passes everything on. */
    private record Forwarder(ConnectionHandler to, CompletableFuture<Connection> opened) implements ConnectionHandler {

        @Override
        public void opened(Connection connection) {
            to.opened(connection);
            opened.complete(connection);
        }

        @Override
        public void received(ByteBuf bytes) {
            to.received(bytes);
        }

        @Override
        public void inputEnded() {
            to.inputEnded();
        }

        @Override
        public void failed(Throwable cause) {
            to.failed(cause);
        }

        @Override
        public void closed() {
            to.closed();
        }
    }

    /** Answers whatever comes with the facts of the connection, and ends it. */
    private static final class Teller implements ConnectionAcceptor {

        private final TlsContext context;

        Teller(TlsContext context) {
            this.context = context;
        }

        @Override
        public ConnectionHandler accepted(Connection below) {
            return new Secure(context, new Answer()).accepted(below);
        }

        /** The end of one connection. */
        private static final class Answer implements ConnectionHandler {
            private final List<Connection> mine = new ArrayList<>();

            @Override
            public void opened(Connection connection) {
                mine.add(connection);
            }

            @Override
            public void received(ByteBuf bytes) {
                String facts = mine.get(0).tls() + "\n";
                mine.get(0).write(Unpooled.copiedBuffer(facts, StandardCharsets.US_ASCII));
                mine.get(0).closeWhenSent();
            }

            @Override
            public void inputEnded() {
                mine.get(0).closeWhenSent();
            }

            @Override
            public void failed(Throwable cause) {}

            @Override
            public void closed() {}
        }
    }

    private static TlsContext context(String clusterKey, String bound) {
        TlsContext made = TlsContext.server(TlsProvider.NATIVE, IDENTITY, TlsRules.of(List.of("http/1.1")), null);
        made.ticketKeys(new TicketKeys(clusterKey, null).of(7, bound.getBytes(StandardCharsets.US_ASCII)));
        return made;
    }

    /** Tells what the server says to a client of openssl, which keeps its session in a file or continues that one. */
    private static String said(Engine engine, TlsContext context, String... options) throws Exception {
        try (Listener listener = engine.listen(SocketContract.anyPort(), new Teller(context))) {
            List<String> command = new ArrayList<>(
                    List.of("openssl", "s_client", "-quiet", "-servername", HOST, "-alpn", "h2,http/1.1", "-connect"));
            command.add("127.0.0.1:" + listener.address().getPort());
            command.addAll(List.of(options));
            Process client = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            client.getOutputStream().write("hello\n".getBytes(StandardCharsets.US_ASCII));
            client.getOutputStream().flush();
            try (InputStream answer = client.getInputStream()) {
                String text = new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
                client.waitFor(20, TimeUnit.SECONDS);
                return text;
            } finally {
                client.destroyForcibly();
            }
        }
    }

    /** Sessions of clients. */
    @Nested
    class Sessions {

        @TempDir
        static Path folder;

        private final Engine engine = SocketContract.engine(Transport.AUTO);
        private final List<TlsContext> contexts = new ArrayList<>();

        @BeforeAll
        static void opensslIsThere() throws Exception {
            assertThat(new ProcessBuilder("openssl", "version").start().waitFor())
                    .as("openssl version")
                    .isZero();
        }

        @AfterEach
        void close() {
            engine.close();
            contexts.forEach(TlsContext::release);
        }

        private TlsContext made(String clusterKey, String bound) {
            TlsContext made = context(clusterKey, bound);
            contexts.add(made);
            return made;
        }

        private String session(String version) throws IOException {
            Path file = folder.resolve("session" + version);
            Files.deleteIfExists(file);
            return file.toString();
        }

        @ParameterizedTest
        @ValueSource(strings = {"-tls1_2", "-tls1_3"})
        void aSessionGoesOnInEveryContextWithItsKeys(String version) throws Exception {
            String file = session(version);
            assertThat(said(engine, made("one", "shop"), version, "-sess_out", file))
                    .contains("resumed=false")
                    .contains("protocol=http/1.1");

            for (int i = 0; i < 3; i++) {
                assertThat(said(engine, made("one", "shop"), version, "-sess_in", file))
                        .as("of another context")
                        .contains("resumed=true")
                        .contains("serverName=" + HOST);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"-tls1_2", "-tls1_3"})
        void aSessionEndsWithAnotherKeyAndAnotherCertificate(String version) throws Exception {
            String file = session(version);
            assertThat(said(engine, made("one", "shop"), version, "-sess_out", file))
                    .contains("resumed=false");

            assertThat(said(engine, made("two", "shop"), version, "-sess_in", file))
                    .contains("resumed=false");
            assertThat(said(engine, made("one", "other"), version, "-sess_in", file))
                    .contains("resumed=false");
        }

        @Test
        void groupsOutsideTheListAreRefused() throws Exception {
            assertThat(said(engine, made("one", "shop"), "-groups", "X25519")).contains("TLSv1.3");
            assertThat(said(engine, made("one", "shop"), "-groups", "P-256")).contains("TLSv1.3");
            assertThat(said(engine, made("one", "shop"), "-groups", "P-521")).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"AES128-SHA", "AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA"})
        void weakSuitesAreRefused(String suite) throws Exception {
            assertThat(said(engine, made("one", "shop"), "-tls1_2", "-cipher", suite))
                    .isEmpty();
        }
    }
}
