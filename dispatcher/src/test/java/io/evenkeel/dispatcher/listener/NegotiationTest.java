// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.listener.NegotiationStep.StepFailure;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.Node;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps before a protocol: the PROXY header, and a step of the test's own behind it. */
class NegotiationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /** The longest time by which a timer is late. */
    private static final Duration TICKS = Duration.ofMillis(110);

    private static final String V1 = "PROXY TCP4 203.0.113.7 198.51.100.1 1234 443\r\n";

    private final ManualLoop clock = new ManualLoop();
    private final MemoryNetwork network = new MemoryNetwork(clock);
    private final OpenClients clients = new OpenClients("web", List.of(clock.loop()), new Meters(1));
    private final TestListener listener = new TestListener();
    private Supplier<List<NegotiationStep>> steps = () -> List.of(proxyHeader());

    private static NegotiationStep proxyHeader() {
        return new ProxyHeaderStep(PATIENCE.toNanos());
    }

    /** A header of version 2 with the same addresses as {@link #V1}, and {@code padding} octets of a field. */
    private static String v2(int padding) {
        StringBuilder header = new StringBuilder("\r\n\r\n\0\r\nQUIT\n!\u0011");
        int rest = 12 + (padding == 0 ? 0 : 3 + padding);
        header.append((char) (rest >> 8)).append((char) (rest & 0xff));
        header.append("\u00cb\u0000q\u0007\u00c63d\u0001\u0004\u00d2\u0001\u00bb");
        if (padding > 0) {
            header.append('\u0004').append((char) (padding >> 8)).append((char) (padding & 0xff));
            header.append("x".repeat(padding));
        }
        return header.toString();
    }

    static List<String> headers() {
        return List.of(V1, v2(0), v2(4000));
    }

    /** A listener whose protocol notes what it gets. */
    private final class TestListener implements ConnectionAcceptor, Negotiation.NegotiationOwner {
        private final List<String> events = new ArrayList<>();
        private @Nullable Protocol protocol;

        @Override
        public ConnectionHandler accepted(Connection connection) {
            ClientFacts facts = new ClientFacts(
                    Objects.requireNonNull(connection.remoteAddress()),
                    Objects.requireNonNull(connection.localAddress()),
                    clock.loop().nowNs());
            Negotiation negotiation = new Negotiation(connection, facts, steps.get(), this);
            clients.add(negotiation);
            return negotiation;
        }

        @Override
        public void agreed(Negotiation over, ByteBuf leftover) {
            events.add("agreed " + text(over.facts().client()) + " "
                    + text(over.facts().local()));
            Protocol made = new Protocol(over.connection());
            protocol = made;
            clients.replace(over, made);
            over.connection().handler(made);
            made.opened(over.connection());
            made.received(leftover);
        }

        @Override
        public void failed(Negotiation over, NegotiationStep step, StepFailure how) {
            events.add(step.refusal(how).reason());
            over.connection().reset();
        }

        @Override
        public void gone(Negotiation over) {
            events.add("gone");
            clients.remove(over);
        }
    }

    /** The protocol behind a negotiation. */
    private final class Protocol extends OpenClient implements ConnectionHandler {
        private final Connection connection;
        private final StringBuilder got = new StringBuilder();
        private int headroom = Integer.MAX_VALUE;

        Protocol(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void received(ByteBuf bytes) {
            got.append(bytes.toString(StandardCharsets.ISO_8859_1));
            headroom = bytes.isReadable() ? Math.min(headroom, bytes.readerIndex()) : headroom;
        }

        @Override
        public void inputEnded() {
            got.append(" FIN");
        }

        @Override
        public void failed(Throwable cause) {}

        @Override
        public void closed() {
            clients.remove(this);
        }

        @Override
        public void drain() {
            got.append(" drain");
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public void leaveNode(Node node) {}
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private String got() {
        return Objects.requireNonNull(listener.protocol, "no protocol yet").got.toString();
    }

    @ParameterizedTest
    @MethodSource("headers")
    void aWholeHeaderLeadsToTheProtocolWithTheAddressesItNames(String header) {
        Peer client = network.client(listener);

        client.sends(header);

        assertThat(listener.events).containsExactly("agreed 203.0.113.7:1234 198.51.100.1:443");
        client.sends("hello");
        assertThat(got()).isEqualTo("hello");
        assertThat(clients.count()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("headers")
    void octetsMayComeOneByOne(String header) {
        Peer client = network.client(listener);

        client.sendsBytewise(header + "hello");

        assertThat(listener.events).containsExactly("agreed 203.0.113.7:1234 198.51.100.1:443");
        assertThat(got()).isEqualTo("hello");
    }

    @ParameterizedTest
    @MethodSource("headers")
    void octetsBehindTheHeaderReachTheProtocolWithHeadroom(String header) {
        Peer whole = network.client(listener);
        whole.sends(header + "hello");
        assertThat(got()).isEqualTo("hello");
        assertThat(Objects.requireNonNull(listener.protocol).headroom).isGreaterThanOrEqualTo(Connection.HEADROOM);

        Peer inTwoReads = network.client(listener);
        inTwoReads.sends(header.substring(0, 9));
        inTwoReads.sends(header.substring(9) + "world");
        assertThat(got()).isEqualTo("world");
        assertThat(Objects.requireNonNull(listener.protocol).headroom).isGreaterThanOrEqualTo(Connection.HEADROOM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PROXY UNKNOWN\r\n", "\r\n\r\n\0\r\nQUIT\n \0\0\0"})
    void aHeaderWithoutAddressesLeavesThoseOfTheConnection(String header) {
        network.client(listener).sends(header);

        assertThat(listener.events).containsExactly("agreed 127.0.0.1:40000 127.0.0.1:80");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n",
                "PROXY TCP4 nonsense\r\n",
                "PROXY TCP4 203.0.113.7 198.51.100.1 1234 65536\r\n",
                "\r\n\r\n\0\r\nQUIT\n1\u0011\0\0",
                "x"
            })
    void whatIsNoHeaderFails(String octets) {
        Peer client = network.client(listener);

        client.sends(octets);

        assertThat(listener.events).containsExactly("bad-proxy-header", "gone");
        assertThat(client.sawReset()).isTrue();
        assertThat(clients.count()).isZero();
    }

    @Test
    void aHeaderThatIsTooLongFailsBeforeItIsWhole() {
        Peer client = network.client(listener);
        client.sends("PROXY TCP4 " + "1".repeat(95));
        assertThat(listener.events).isEmpty();
        client.sends("1");
        assertThat(listener.events).containsExactly("bad-proxy-header", "gone");

        network.client(listener).sends("\r\n\r\n\0\r\nQUIT\n!\u0011\u000f\u00f1");
        assertThat(listener.events).as("4081 bytes behind the first 16").endsWith("bad-proxy-header", "gone");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PROXY TCP4 127.0"})
    void aHeaderThatIsLateFails(String part) {
        Peer client = network.client(listener);
        client.sends(part);

        clock.pass(PATIENCE.minusMillis(1));
        assertThat(listener.events).isEmpty();
        clock.pass(TICKS);

        assertThat(listener.events).containsExactly("proxy-header-timeout", "gone");
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void octetsDoNotProlongTheTime() {
        Peer client = network.client(listener);
        for (int i = 0; i < 10; i++) {
            client.sends(V1.substring(i, i + 1));
            clock.pass(PATIENCE.dividedBy(9));
        }

        assertThat(listener.events).containsExactly("proxy-header-timeout", "gone");
    }

    @Test
    void theTimeOfAHeaderThatCameIsOver() {
        Peer client = network.client(listener);
        client.sends(V1);

        clock.pass(PATIENCE.multipliedBy(3));

        assertThat(client.isOpen()).isTrue();
        assertThat(listener.events).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PROXY TCP4 127.0"})
    void aClientThatEndsItsInputBeforeFails(String part) {
        Peer client = network.client(listener);

        client.sendsAndEnds(part);

        assertThat(listener.events).containsExactly("bad-proxy-header", "gone");
    }

    @Test
    void theEndOfInputBehindAHeaderIsTheProtocols() {
        network.client(listener).sendsAndEnds(V1 + "hello");

        assertThat(got()).isEqualTo("hello FIN");
    }

    @Test
    void aClientThatBreaksIsGone() {
        Peer client = network.client(listener);

        client.sendsAndBreaks("PROXY TCP4 127.0");

        assertThat(listener.events).containsExactly("gone");
        assertThat(clients.count()).isZero();
    }

    @Test
    void aDrainClosesWhoeverStillNegotiatesAfterASecond() {
        Peer silent = network.client(listener);
        Peer begun = network.client(listener);
        begun.sends("PROXY ");

        clients.drain();
        clock.pass(Duration.ofMillis(900));
        assertThat(listener.events).isEmpty();
        clock.pass(Duration.ofMillis(300));

        assertThat(silent.sawEnd()).isTrue();
        assertThat(begun.sawEnd()).isTrue();
        assertThat(listener.events).containsExactly("gone", "gone");
        assertThat(clients.count()).isZero();
    }

    @Test
    void theProtocolTakesThePlaceInTheListThatIsDrained() {
        network.client(listener).sends(V1 + "hello");

        clients.drain();
        clock.settle();

        assertThat(got()).isEqualTo("hello drain");
        assertThat(clients.draining()).isTrue();
    }

    @Test
    void abortResetsWhoeverNegotiates() {
        Peer client = network.client(listener);

        clients.abort();

        assertThat(client.sawReset()).isTrue();
        assertThat(clients.count()).isZero();
    }

    /** A step that takes a line, or is done once the connection is opened again. */
    private final class Greeting implements NegotiationStep {
        private int opened;

        @Override
        public long patienceNs() {
            return PATIENCE.toNanos();
        }

        @Override
        public StepProgress take(Negotiation within, ByteBuf octets) {
            int end = octets.indexOf(octets.readerIndex(), octets.writerIndex(), (byte) '\n');
            if (end >= 0) {
                listener.events.add(octets.readCharSequence(end + 1 - octets.readerIndex(), StandardCharsets.ISO_8859_1)
                        .toString()
                        .strip());
                return StepProgress.DONE;
            }
            boolean isOver = !octets.isReadable() && opened++ > 0;
            return isOver ? StepProgress.DONE : StepProgress.MORE;
        }

        @Override
        public Refusal refusal(StepFailure how) {
            return Refusal.HEAD_TIMEOUT;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSecondStepGetsWhatTheFirstLeaves(boolean bytewise) {
        steps = () -> List.of(proxyHeader(), new Greeting());
        Peer client = network.client(listener);

        if (bytewise) {
            client.sendsBytewise(V1 + "hello\nworld");
        } else {
            client.sends(V1 + "hello\nworld");
        }

        assertThat(listener.events).containsExactly("hello", "agreed 203.0.113.7:1234 198.51.100.1:443");
        assertThat(got()).isEqualTo("world");
    }

    @Test
    void everyStepHasATimeOfItsOwn() {
        steps = () -> List.of(proxyHeader(), new Greeting());
        Peer client = network.client(listener);
        clock.pass(PATIENCE.minusMillis(200));
        client.sends(V1);
        clock.pass(PATIENCE.minusMillis(200));
        assertThat(listener.events).isEmpty();

        clock.pass(Duration.ofMillis(200).plus(TICKS));

        assertThat(listener.events).containsExactly("head-timeout", "gone");
    }

    @Test
    void aStepMayEndWhenALayerBelowHasOpenedTheConnection() {
        steps = () -> List.of(new Greeting());
        List<Connection> accepted = new ArrayList<>();
        List<ConnectionHandler> handlers = new ArrayList<>();
        Peer client = network.client(connection -> {
            accepted.add(connection);
            handlers.add(listener.accepted(connection));
            return handlers.get(0);
        });
        assertThat(listener.events).isEmpty();

        handlers.get(0).opened(accepted.get(0));

        assertThat(listener.events).containsExactly("agreed 127.0.0.1:40000 127.0.0.1:80");
        client.sends("hello");
        assertThat(got()).isEqualTo("hello");
    }

    @Test
    void withoutAStepTheProtocolBeginsAtOnce() {
        steps = List::of;

        Peer client = network.client(listener);

        assertThat(listener.events).containsExactly("agreed 127.0.0.1:40000 127.0.0.1:80");
        client.sends("hello");
        assertThat(got()).isEqualTo("hello");
    }
}
