// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.engine.tls.TlsConnection;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsProvider;
import io.evenkeel.dispatcher.engine.tls.TlsRules;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An encrypted connection over memory keeps the promises of every connection, and those of TLS. */
class TlsConnectionTest {

    private static final String HOST = "shop.example.org";
    private static final SSLContext CLIENT = TestCertificates.clientContext(null);

    /** BoringSSL. */
    @Nested
    class Native extends OverMemory {
        Native() {
            super(TlsProvider.NATIVE);
        }
    }

    /** Java's engine. */
    @Nested
    class Java extends OverMemory {
        Java() {
            super(TlsProvider.JAVA);
        }
    }

    abstract static class OverMemory extends MemoryContract {

        private final TlsContext context;
        private final Notes seen = new Notes();
        private final List<Connection> opened = new ArrayList<>();

        OverMemory(TlsProvider provider) {
            context = TlsContext.server(provider, TestCertificates.ecdsa(HOST), TlsRules.of(List.of("http/1.1")), null);
        }

        /** Whatever a test has left open; what nobody frees then is reported as a leak. */
        @AfterEach
        void release() {
            opened.forEach(Connection::reset);
            clock.settle();
            context.release();
        }

        /** The two ends of a connection before the handshake. */
        private record Ends(TlsConnection server, MemoryTlsClient client) {}

        private Ends ends(ConnectionHandler handler, String... versions) {
            AtomicReference<@Nullable Connection> accepted = new AtomicReference<>();
            MemoryConnection.Peer peer = network.client(connection -> {
                accepted.set(connection);
                return DiscardHandler.HANDLER;
            });
            Connection below = Objects.requireNonNull(accepted.get());
            TlsConnection server = Objects.requireNonNull(TlsConnection.server(below, context, HOST));
            opened.add(server);
            server.handler(handler);
            server.begin(Unpooled.EMPTY_BUFFER);
            return new Ends(server, new MemoryTlsClient(peer, CLIENT, HOST, parameters -> set(parameters, versions)));
        }

        private static void set(SSLParameters parameters, String... versions) {
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            if (versions.length > 0) {
                parameters.setProtocols(versions);
            }
        }

        @Override
        Link open(ConnectionHandler handler) throws SSLException {
            Ends ends = ends(handler);
            return new Link(ends.server(), farEnd(ends.client().shakesHands()));
        }

        private static FarEnd farEnd(MemoryTlsClient mine) {
            return new FarEnd() {
                private final StringBuilder taken = new StringBuilder();

                @Override
                public void sends(String text) throws SSLException {
                    mine.sends(text);
                }

                @Override
                public void ends() throws SSLException {
                    mine.network().sendsAndEnds(mine.closeNotify());
                }

                @Override
                public void breaks() {
                    mine.network().breaks();
                }

                @Override
                public void takesNothing() {
                    mine.network().takes(0);
                }

                @Override
                public String gets(int octets) throws SSLException {
                    mine.network().takesAll();
                    taken.append(mine.got());
                    String text = taken.substring(0, octets);
                    taken.delete(0, octets);
                    return text;
                }

                @Override
                public boolean seesOrderlyEnd() throws SSLException {
                    assertThat(mine.network().sawEnd() || mine.network().sawReset())
                            .as("an end")
                            .isTrue();
                    return mine.sawCloseNotify() && mine.network().sawEnd();
                }
            };
        }

        private void answers(Connection connection, String text) {
            ByteBuf octets = Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
            assertThat(connection.write(octets)).isEqualTo(Sent.ALL);
        }

        @ParameterizedTest
        @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
        void theFactsTellWhatWasAgreed(String version) throws Exception {
            Ends ends = ends(seen, version);
            assertThat(ends.server().tls()).isNull();
            assertThat(ends.server().open()).isFalse();
            assertThat(ends.server().write(Unpooled.buffer().writeZero(1))).isEqualTo(Sent.FAILED);

            ends.client().shakesHands();

            TlsFacts facts = Objects.requireNonNull(ends.server().tls());
            assertThat(facts.version()).isEqualTo(version);
            assertThat(facts.cipher()).contains("AES").contains("GCM");
            assertThat(facts.protocol()).isEqualTo("http/1.1");
            assertThat(facts.serverName()).isEqualTo(HOST);
            assertThat(facts.resumed()).isFalse();
            assertThat(facts.clientSubject()).isNull();
            assertThat(seen.events).containsExactly("opened");
        }

        @ParameterizedTest
        @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
        void octetsMayComeOneByOne(String version) throws Exception {
            Ends ends = ends(seen, version);
            ends.client().network().sendsBytewise(ends.client().hello());
            for (int round = 0; round < 4; round++) {
                ends.client().hears();
                ends.client().network().sendsBytewise(ends.client().words());
            }
            ends.client().network().sendsBytewise(ends.client().encrypted("hello"));

            assertThat(seen.text()).isEqualTo("hello");
        }

        @Test
        void aFinWithoutCloseNotifyIsAFailure() throws Exception {
            Ends ends = ends(seen);
            ends.client().shakesHands().sends("half an");

            ends.client().network().ends();
            clock.settle();

            assertThat(seen.events).containsExactly("opened", "'half an'", "failed", "closed");
        }

        @Test
        void aFinInTheHandshakeIsAFailure() throws Exception {
            Ends ends = ends(seen);
            ends.client().network().sendsAndEnds(ends.client().hello());
            clock.settle();

            assertThat(seen.events).containsExactly("failed", "closed");
            assertThat(ends.client().network().isOpen()).isFalse();
        }

        @Test
        void afterTheClientsCloseNotifyAnAnswerCanBeSent() throws Exception {
            Ends ends = ends(seen);
            MemoryTlsClient client = ends.client().shakesHands();

            client.network().sends(client.encrypted("question") + client.closeNotify());
            answers(ends.server(), "answer");

            assertThat(client.got()).isEqualTo("answer");
            clock.settle();
            client.network().ends();
            assertThat(seen.events).containsExactly("opened", "'question'", "inputEnded");
        }

        @Test
        void aTornRecordIsAFailureAndSaidSo() throws Exception {
            Ends ends = ends(seen);
            MemoryTlsClient client = ends.client().shakesHands();
            String sound = client.encrypted("question");

            client.network()
                    .sends(sound.substring(0, sound.length() - 1) + (char) (sound.charAt(sound.length() - 1) ^ 1));
            clock.settle();

            assertThat(seen.events).containsExactly("opened", "failed", "closed");
            assertThatThrownBy(client::hears).isInstanceOf(SSLException.class).hasMessageContaining("mac");
        }

        @Test
        void whatIsNoTlsFails() {
            Ends ends = ends(seen);

            ends.client().network().sends("GET / HTTP/1.1\r\n\r\n");
            clock.settle();
            assertThat(seen.events).containsExactly("failed");
            ends.client().network().ends();
            clock.settle();

            assertThat(seen.events).containsExactly("failed", "closed");
        }

        @Test
        void aClientOfTls12CannotNegotiateAgain() throws Exception {
            Ends ends = ends(seen, "TLSv1.2");
            MemoryTlsClient client = ends.client().shakesHands();

            client.network().sends(client.hello());
            clock.settle();

            assertThat(seen.events).containsExactly("opened", "failed", "closed");
        }

        @Test
        void manyRecordsOfOneReadComeTogether() throws Exception {
            Ends ends = ends(seen);
            MemoryTlsClient client = ends.client().shakesHands();
            String text = "0123456789abcdef".repeat(40_000);

            String octets = client.encrypted(text);
            client.network().sends(octets.substring(0, 300_000));
            client.network().sends(octets.substring(300_000));

            assertThat(seen.text()).isEqualTo(text);
        }

        @Test
        void aLongWriteIsCutIntoRecords() throws Exception {
            Ends ends = ends(seen);
            MemoryTlsClient client = ends.client().shakesHands();
            String text = "0123456789abcdef".repeat(40_000);

            answers(ends.server(), text);

            assertThat(client.got()).isEqualTo(text);
        }

        @Test
        void whatWasReadBeforeAPauseIsHeldBack() throws Exception {
            Notes pausing = new Notes() {
                @Override
                public void opened(Connection connection) {
                    connection.pause();
                }
            };
            Ends ends = ends(pausing);
            MemoryTlsClient client = ends.client();
            String finished = client.lastWords();
            client.network().sends(finished + client.encrypted("early") + client.closeNotify());
            assertThat(pausing.text()).isEmpty();
            assertThat(pausing.events).isEmpty();

            ends.server().resume();
            clock.settle();

            assertThat(pausing.events).containsExactly("'early'", "inputEnded");
        }

        /** A client that has gone must not keep its place in a queue because a part of its body waits. */
        @Test
        void aResetIsToldAtOnceAndWhatIsHeldBackIsReceivedBeforeIt() throws Exception {
            Notes pausing = new Notes() {
                @Override
                public void opened(Connection connection) {
                    connection.pause();
                }
            };
            Ends ends = ends(pausing);
            MemoryTlsClient client = ends.client();
            String finished = client.lastWords();
            client.network().sends(finished + client.encrypted("early"));

            client.network().breaks();

            assertThat(pausing.events).containsExactly("resetWhilePaused");
            assertThat(pausing.text()).isEmpty();

            ends.server().resume();
            clock.settle();

            assertThat(pausing.events).containsExactly("resetWhilePaused", "'early'", "failed", "closed");
        }

        /** A client may change its keys at any time, as a server may send tickets. */
        @Test
        void whatTlsSaysForItselfIsQuiet() throws Exception {
            Ends ends = ends(seen, "TLSv1.3");
            MemoryTlsClient client = ends.client().shakesHands();
            ends.server().pause();
            client.engine().beginHandshake();
            client.network().sends(client.encrypted(""));

            assertThat(ends.server().quiet()).isTrue();

            client.sends("x");
            assertThat(ends.server().quiet()).isFalse();
        }

        @Test
        void anEndIsNotQuiet() throws Exception {
            Ends ends = ends(seen);
            MemoryTlsClient client = ends.client().shakesHands();
            ends.server().pause();
            assertThat(ends.server().quiet()).isTrue();

            client.network().sendsAndEnds(client.closeNotify());

            assertThat(ends.server().quiet()).isFalse();
        }

        @Test
        void closingWhileSomethingIsHeldBackFreesIt() throws Exception {
            Ends ends = ends(seen);
            MemoryTlsClient client = ends.client().shakesHands();
            ends.server().pause();
            client.sends("unheard");

            ends.server().close();
            clock.settle();

            assertThat(seen.events).containsExactly("opened", "closed");
            assertThat(client.sawCloseNotify()).isTrue();
        }
    }
}
