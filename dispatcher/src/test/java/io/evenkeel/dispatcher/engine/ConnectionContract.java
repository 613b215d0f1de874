// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * The promises of {@link Connection} and {@link ConnectionHandler}, as tests that run over each transport: what passes
 * in memory holds on a socket.
 */
abstract class ConnectionContract {

    /** The other end of a connection, in the test's hand. */
    interface FarEnd {

        /** Sends octets. */
        void sends(String text) throws Exception;

        /** Sends a FIN. */
        void ends() throws Exception;

        /** Breaks the connection with a reset. */
        void breaks() throws Exception;

        /** Takes nothing until {@link #gets}; called before anything was written. */
        void takesNothing() throws Exception;

        /** Takes so many octets and returns them. */
        String gets(int octets) throws Exception;

        /** Waits for the end of what is sent to it; false when that is a reset. */
        boolean seesOrderlyEnd() throws Exception;
    }

    /** A handler that notes events; texts that come in one after the other are one entry. */
    static class Notes implements ConnectionHandler {

        final List<String> events = Collections.synchronizedList(new ArrayList<>());
        private String text = "";

        @Override
        public void opened(Connection connection) {
            events.add("opened");
        }

        @Override
        public synchronized void received(ByteBuf bytes) {
            assertThat(bytes.readerIndex()).as("free in front").isGreaterThanOrEqualTo(Connection.HEADROOM);
            text += bytes.toString(StandardCharsets.ISO_8859_1);
            bytes.setZero(bytes.readerIndex() - Connection.HEADROOM, Connection.HEADROOM);
        }

        @Override
        public void inputEnded() {
            note("inputEnded");
        }

        @Override
        public void drained() {
            note("drained");
        }

        @Override
        public void resetWhilePaused() {
            note("resetWhilePaused");
        }

        @Override
        public void failed(Throwable cause) {
            note("failed");
        }

        @Override
        public void closed() {
            note("closed");
        }

        private synchronized void note(String event) {
            if (!text.isEmpty()) {
                events.add("'" + text + "'");
                text = "";
            }
            events.add(event);
        }

        synchronized String text() {
            return text;
        }
    }

    /** A connection and its other end. */
    record Link(Connection connection, FarEnd far) {}

    private final Notes notes = new Notes();

    /** Opens a connection for a handler; returns once {@code opened} was told. */
    abstract Link open(ConnectionHandler handler) throws Exception;

    /** Runs work on the connection's loop and waits for it. */
    abstract void on(Connection of, Runnable work) throws Exception;

    /** True where {@link Connection#quiet} can say that something came. */
    abstract boolean seesUnreadOctets();

    /** Waits until a condition holds. */
    abstract void await(String what, BooleanSupplier condition);

    private void awaitEvents(String... events) {
        await(List.of(events) + ", got " + notes.events, () -> notes.events.size() >= events.length);
        assertThat(notes.events).containsExactly(events);
    }

    private Sent write(Connection connection, String text) throws Exception {
        Sent[] sent = {Sent.FAILED};
        on(connection, () -> sent[0] = connection.write(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1)));
        return sent[0];
    }

    @Test
    void octetsComeInOrderAndThenTheEnd() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        FarEnd far = link.far();
        far.sends("one ");
        far.sends("two");
        far.ends();
        awaitEvents("opened", "'one two'", "inputEnded");
        assertThat(write(connection, "answer")).isEqualTo(Sent.ALL);
        assertThat(far.gets(6)).as("after the client's FIN").isEqualTo("answer");
        on(connection, connection::close);
        awaitEvents("opened", "'one two'", "inputEnded", "closed");
        assertThat(connection.open()).isFalse();
    }

    @Test
    void nothingIsReceivedWhilePausedNotEvenTheEnd() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        FarEnd far = link.far();
        on(connection, connection::pause);
        far.sends("later");
        far.ends();
        on(connection, () -> assertThat(connection.paused()).isTrue());
        assertThat(notes.text()).isEmpty();
        assertThat(notes.events).containsExactly("opened");

        on(connection, connection::resume);

        awaitEvents("opened", "'later'", "inputEnded");
    }

    @Test
    void aResetBehindOctetsThatWaitIsToldAtOnceAndTheyAreReceivedBeforeIt() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        on(connection, connection::pause);
        link.far().sends("later");
        on(connection, () -> {});
        link.far().breaks();
        awaitEvents(seesUnreadOctets() ? new String[] {"opened", "resetWhilePaused"} : new String[] {"opened"});
        on(connection, connection::resume);
        await("the end, got " + notes.events, () -> notes.events.contains("closed"));
        assertThat(notes.events).endsWith("'later'", "failed", "closed");
    }

    @Test
    void aResetIsAFailureAndThenTheLastEvent() throws Exception {
        open(notes).far().breaks();
        awaitEvents("opened", "failed", "closed");
    }

    @Test
    void theHandlerMayChangeAtAnyTime() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        FarEnd far = link.far();
        far.sends("first");
        await("the first bytes", () -> notes.text().equals("first"));
        Notes next = new Notes();
        on(connection, () -> connection.handler(next));
        far.sends("second");
        far.ends();
        await("the end", () -> !next.events.isEmpty());
        assertThat(next.events).containsExactly("'second'", "inputEnded");
        assertThat(notes.events).containsExactly("opened");
    }

    @Test
    void whatWaitsGoesOutBeforeTheFinAndReceivingGoesOn() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        FarEnd far = link.far();
        assertThat(write(connection, "question")).isEqualTo(Sent.ALL);
        on(connection, connection::endOutput);
        assertThat(far.gets(8)).isEqualTo("question");
        assertThat(far.seesOrderlyEnd()).isTrue();
        assertThat(write(connection, "more")).as("after the own FIN").isEqualTo(Sent.FAILED);
        far.sends("answer");
        far.ends();
        awaitEvents("opened", "'answer'", "inputEnded");
    }

    @Test
    void anEmptyWriteSendsNothing() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        assertThat(write(connection, "")).isEqualTo(Sent.ALL);
        assertThat(write(connection, "some")).isEqualTo(Sent.ALL);
        assertThat(write(connection, "")).isEqualTo(Sent.ALL);
        assertThat(write(connection, "thing")).isEqualTo(Sent.ALL);

        assertThat(link.far().gets(9)).isEqualTo("something");
        assertThat(connection.unsent()).isZero();
    }

    @Test
    void twoRangesGoOutOneBehindTheOtherAlsoWhenThePeerTakesThemSlowly() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        FarEnd far = link.far();
        far.takesNothing();
        ByteBuf first = Unpooled.directBuffer().writeBytes("(head)".getBytes(StandardCharsets.ISO_8859_1));
        String block = "0123456789abcdef".repeat(4096);
        ByteBuf second = Unpooled.directBuffer().writeBytes(("(" + block + ")").getBytes(StandardCharsets.ISO_8859_1));
        int writes = 0;
        Sent[] sent = {Sent.ALL};
        while (sent[0] == Sent.ALL && writes < 1000) {
            on(connection, () -> sent[0] = connection.write(first, 1, 4, second, 1, block.length()));
            writes++;
        }
        assertThat(sent[0]).isEqualTo(Sent.BACKLOG);
        on(connection, () -> connection.write(first, 1, 4, second, 1, block.length()));

        String expected = ("head" + block).repeat(writes + 1);
        assertThat(far.gets(expected.length())).isEqualTo(expected);
        awaitEvents("opened", "drained");
        first.release();
        second.release();
    }

    @Test
    void aPeerThatTakesNothingMakesABacklogThatDrains() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        FarEnd far = link.far();
        far.takesNothing();
        String block = "0123456789abcdef".repeat(4096);
        int blocks = 0;
        Sent sent = Sent.ALL;
        while (sent == Sent.ALL && blocks < 1000) {
            sent = write(connection, block);
            blocks++;
        }
        assertThat(sent).isEqualTo(Sent.BACKLOG);
        assertThat(connection.writable()).isFalse();
        assertThat(connection.unsent()).isPositive();

        assertThat(far.gets(blocks * block.length())).isEqualTo(block.repeat(blocks));

        awaitEvents("opened", "drained");
        assertThat(connection.writable()).isTrue();
        assertThat(connection.unsent()).isZero();
    }

    @Test
    void closeWhenSentSendsEverythingFirst() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        FarEnd far = link.far();
        far.takesNothing();
        String block = "x".repeat(64 << 10);
        int blocks = 0;
        while (write(connection, block) == Sent.ALL && blocks < 1000) {
            blocks++;
        }
        on(connection, connection::closeWhenSent);
        assertThat(far.gets((blocks + 1) * block.length())).hasSize((blocks + 1) * block.length());
        assertThat(far.seesOrderlyEnd()).isTrue();
        awaitEvents("opened", "closed");
    }

    @Test
    void aCutIsSeenAsAReset() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        FarEnd far = link.far();
        on(connection, connection::reset);
        assertThat(far.seesOrderlyEnd()).isFalse();
        awaitEvents("opened", "closed");
        on(connection, connection::close);
        assertThat(notes.events).as("closed is told once").containsExactly("opened", "closed");
    }

    @Test
    void aConnectionIsQuietUntilSomethingCame() throws Exception {
        Link link = open(notes);
        Connection connection = link.connection();
        on(connection, connection::pause);
        on(connection, () -> assertThat(connection.quiet()).isTrue());
        link.far().sends("x");
        AtomicBoolean quiet = new AtomicBoolean(true);
        await("the byte", () -> {
            connection.loop().execute(() -> quiet.compareAndSet(true, connection.quiet()));
            return quiet.get() != seesUnreadOctets();
        });
    }
}
