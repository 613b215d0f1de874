// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.affinity.store.FakeStore;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Requests of clients whose sessions another dispatcher has begun, at node 2. The policy gives each request to the node
 * with fewer tasks, the first of equals, so node 1 gets whatever is free to go anywhere.
 */
class StoreLifeTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String BEGINS =
            OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=0A1B2C3D; Path=/; HttpOnly\r\n\r\n");
    private static final String MINE = "GET /cart HTTP/1.1\r\nHost: shop\r\nCookie: JSESSIONID=0A1B2C3D\r\n\r\n";
    private static final String NOBODYS = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";
    private static final Duration BOUND = Duration.ofMillis(25);

    private final FakeStore store = new FakeStore();

    private MemoryStand stand(boolean strict) {
        return stand(strict, fixture -> {});
    }

    private MemoryStand stand(boolean strict, Consumer<ClusterFixture> back) {
        return stand(strict, front -> {}, back);
    }

    private MemoryStand stand(boolean strict, Consumer<TestSettings> front, Consumer<ClusterFixture> back) {
        StoreSettings where = new StoreSettings("valkey://store:6379", null, null, Duration.ofMillis(20));
        return new MemoryStand(
                2,
                front,
                c -> {
                    c.affinity = new AffinitySettings(
                            Mode.LEARNED,
                            strict,
                            "JSESSIONID",
                            OwnCookie.DEFAULTS,
                            1000,
                            Duration.ofMinutes(30),
                            where,
                            null);
                    back.accept(c);
                },
                List.of(store));
    }

    private static NodeSettings node(String name, int port, int most, @Nullable String publicAddress) {
        return new NodeSettings(name, new HostPort("127.0.0.1", port), 1, most, Integer.MAX_VALUE, name, publicAddress);
    }

    /** Another dispatcher with the same key has begun the session at node 2. */
    private void beginElsewhere() {
        MemoryStand elsewhere = stand(false);
        elsewhere.client().sends(NOBODYS);
        elsewhere.node(1);
        elsewhere.client().sends(NOBODYS);
        elsewhere.answer(2, BEGINS);
        store.calls.clear();
    }

    private static StoreView view(MemoryStand stand) {
        return Objects.requireNonNull(stand.sessions().store());
    }

    private String name() {
        return store.values.keySet().iterator().next();
    }

    @Test
    void aSessionOfAnotherDispatcherGoesToItsNode() {
        beginElsewhere();
        MemoryStand stand = stand(false);

        Peer client = stand.client();
        client.sends(MINE);
        assertThat(stand.tasks(2)).isEqualTo(1);
        stand.answer(2, OK);

        assertThat(client.got()).endsWith("ok");
        assertThat(stand.sessions().marks()).containsEntry("home", 1L);
        assertThat(stand.sessions().kept()).isEqualTo(1);
        assertThat(view(stand)).isEqualTo(new StoreView("valkey://store:6379", 1, 1, 0, 0, 0, 0, false, 0));
    }

    @Test
    void theStoreIsAskedOnce() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        for (int i = 0; i < 3; i++) {
            stand.client().sends(MINE);
            stand.answer(2, OK);
        }

        assertThat(store.calls)
                .filteredOn(call -> call.startsWith("read evenkeel:shop"))
                .hasSize(1);
    }

    @Test
    void aRequestWithoutASessionAsksNothing() {
        MemoryStand stand = stand(false);
        stand.client().sends(NOBODYS);

        assertThat(stand.tasks(1)).isEqualTo(1);
        assertThat(store.calls)
                .containsExactly("open valkey://store:6379", "write evenkeel:probe 1 60", "read evenkeel:probe");
    }

    @Test
    void aSessionThatNobodyKnowsGoesWhereThePolicySays() {
        MemoryStand stand = stand(true);
        Peer client = stand.client();
        client.sends(MINE);
        stand.answer(1, OK);

        assertThat(client.got()).endsWith("ok");
        assertThat(stand.sessions().marks()).containsEntry("unknown", 1L);
        assertThat(store.values).as("only named by a client").isEmpty();
    }

    @Test
    void aRequestDoesNotWaitForASlowStore() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.waits();
        Peer client = stand.client();
        client.sends(MINE);
        assertThat(stand.inFlight()).isZero();

        stand.pass(BOUND);
        assertThat(stand.tasks(1)).isEqualTo(1);
        store.answer();
        stand.answer(1, OK);

        assertThat(client.got()).endsWith("ok");
        assertThat(view(stand).late()).isEqualTo(1);
        stand.client().sends(MINE);
        assertThat(stand.tasks(2))
                .as("the late answer counts for the next request")
                .isEqualTo(1);
    }

    /** A request of the session has gone to node 1, because the store was late. */
    private MemoryStand late(Consumer<ClusterFixture> back) {
        beginElsewhere();
        MemoryStand stand = stand(false, back);
        store.waits();
        stand.client().sends(MINE);
        stand.pass(BOUND);
        assertThat(stand.tasks(1)).isEqualTo(1);
        return stand;
    }

    private MemoryStand late() {
        return late(fixture -> {});
    }

    @Test
    void aLateAnswerCountsForTheNextRequestThoughANodeHasServedTheSession() {
        MemoryStand stand = late();
        stand.answer(1, OK);
        store.answer();

        stand.client().sends(MINE);
        assertThat(stand.tasks(2)).isEqualTo(1);
        assertThat(store.values.values()).containsExactly(Node.key("b"));
    }

    /** Otherwise it would stay at the wrong node for a minute, if the store does not answer at all. */
    @Test
    void untilTheLateAnswerComesTheStoreIsAskedAgain() {
        MemoryStand stand = late();
        stand.answer(1, OK);
        stand.client().sends(MINE);
        assertThat(stand.inFlight()).isZero();

        store.answer();
        assertThat(stand.tasks(2)).isEqualTo(1);
    }

    /** As servers do that lengthen the life of a cookie with each answer. */
    @Test
    void aNodeThatSetsTheSameSessionAgainDoesNotTakeItFromItsNode() {
        MemoryStand stand = late();
        stand.answer(1, BEGINS);
        store.answer();

        assertThat(stand.sessions().broken()).isZero();
        assertThat(store.values.values()).containsExactly(Node.key("b"));
        stand.client().sends(MINE);
        assertThat(stand.tasks(2)).isEqualTo(1);
    }

    @Test
    void aSessionThatTheStoreDoesNotKnowIsThatOfTheNodeThatSetIt() {
        MemoryStand stand = stand(false);
        store.waits();
        stand.client().sends(MINE);
        stand.pass(BOUND);
        stand.answer(1, BEGINS);
        assertThat(stand.inFlight()).isZero();
        assertThat(store.values).as("before the store has answered").isEmpty();

        store.answer();
        stand.client().sends(MINE);
        assertThat(stand.tasks(1)).isEqualTo(1);
        assertThat(store.values.values()).containsExactly(Node.key("a"));
    }

    @Test
    void aSessionThatWasReplacedBeforeTheLateAnswerIsBroken() {
        MemoryStand stand = late();
        stand.answer(1, BEGINS.replace("0A1B2C3D", "4E5F"));
        assertThat(stand.sessions().broken()).isZero();
        store.answer();

        assertThat(stand.sessions().broken()).isEqualTo(1);
        stand.client().sends(MINE.replace("0A1B2C3D", "4E5F"));
        assertThat(stand.tasks(1)).as("the new session is known").isEqualTo(1);
    }

    @Test
    void aSessionThatWasReplacedAfterTheLateAnswerIsBroken() {
        MemoryStand stand = late();
        store.answer();
        stand.answer(1, BEGINS.replace("0A1B2C3D", "4E5F"));

        assertThat(stand.sessions().broken()).isEqualTo(1);
    }

    @Test
    void aSessionThatEndedStaysOverWhenTheLateAnswerComes() {
        MemoryStand stand = late();
        stand.answer(1, OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=x; Max-Age=0\r\n\r\n"));
        store.answer();
        stand.client().sends(MINE);

        assertThat(stand.tasks(1)).isEqualTo(1);
    }

    /** Node 2 is gone, another dispatcher has moved the session to node 3, and this one asks too late. */
    @Test
    void aNodeThatServesASessionOfAGoneNodeDoesNotTakeItFromItsNewNode() {
        beginElsewhere();
        MemoryStand stand = stand(false, c -> c.nodes.add(ClusterFixture.node("c", 3, 1)));
        stand.client().sends(MINE);
        stand.answer(2, OK);
        store.values.put(name(), Node.key("c"));
        stand.want(2, AdminState.MAINT);
        stand.pass(Duration.ofSeconds(2));
        store.waits();
        stand.client().sends(MINE);
        stand.pass(BOUND);
        stand.answer(1, OK);
        store.answer();
        stand.client().sends(MINE);

        assertThat(stand.tasks(3)).isEqualTo(1);
        assertThat(store.values.values()).containsExactly(Node.key("c"));
    }

    @Test
    void aStoreThatIsLateAgainAndAgainGetsLittlePatience() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.waits();
        for (int i = 0; i < 3; i++) {
            stand.client().sends(MINE);
            stand.pass(BOUND);
            stand.answer(1, OK);
        }
        stand.client().sends(MINE);
        stand.pass(Duration.ofMillis(3));
        assertThat(stand.tasks(1)).as("after a tenth of the bound").isEqualTo(1);
        stand.answer(1, OK);

        stand.pass(Duration.ofMillis(10));
        store.answer();
        store.waits();
        String other = MINE.replace("0A1B2C3D", "6A7B");
        stand.client().sends(other);
        stand.pass(Duration.ofMillis(15));
        assertThat(stand.inFlight())
                .as("the store was in time for the last one")
                .isZero();
    }

    @Test
    void theBodyWaitsWithItsRequest() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.waits();
        Peer client = stand.client();
        client.sends(MINE.replace("GET", "POST").replace("\r\n\r\n", "\r\nContent-Length: 6\r\n\r\n") + "abc");
        stand.pass(Duration.ofMillis(5));
        assertThat(client.isHeldBack()).isTrue();

        store.answer();
        stand.pass(Duration.ofMillis(5));
        client.sends("def");

        assertThat(stand.node(2).got()).endsWith("\r\n\r\nabcdef");
        stand.answer(2, OK);
        assertThat(client.got()).endsWith("ok");
    }

    @Test
    void aStoreThatIsAwayCostsNoTime() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.fails("Connection refused");
        for (int i = 0; i < 5; i++) {
            stand.client().sends(MINE);
            stand.answer(1, "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");
        }

        assertThat(view(stand)).isEqualTo(new StoreView("valkey://store:6379", 5, 0, 0, 0, 2, 3, true, 0));
        assertThat(stand.counts(1).started()).isEqualTo(5);
        assertThat(stand.events("session store")).hasSize(1);
    }

    @Test
    void aStoreThatIsBackIsAskedAgain() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.fails("Connection refused");
        for (int i = 0; i < 3; i++) {
            stand.client().sends(MINE);
            stand.answer(1, "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");
        }
        store.fails(null);
        stand.pass(Duration.ofSeconds(3));
        stand.tick();

        stand.client().sends(MINE);
        assertThat(stand.tasks(2)).isEqualTo(1);
        assertThat(stand.events("session store")).hasSize(2).last().asString().contains("is back after 3 s");
    }

    @Test
    void aClientThatLeavesWhileItWaitsLeavesNothing() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.waits();
        Peer client = stand.client();
        client.sends(MINE);
        client.breaks();
        stand.pass(BOUND);
        store.answer();
        stand.pass(BOUND);

        assertThat(stand.counts(1).started() + stand.counts(2).started()).isZero();
        assertThat(view(stand).late()).isZero();
        Peer next = stand.client();
        next.sends(MINE);
        assertThat(stand.tasks(2)).isEqualTo(1);
        stand.answer(2, OK);
        assertThat(next.got()).endsWith("ok");
    }

    @Test
    void aDrainWaitsForARequestThatWaits() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.waits();
        Peer client = stand.client();
        client.sends(MINE);
        stand.drain();
        assertThat(client.isOpen()).isTrue();

        store.answer();
        stand.answer(2, OK);
        assertThat(client.got()).endsWith("ok");
    }

    @Test
    void whoIsCutOffWhileItWaitsIsGone() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.waits();
        Peer client = stand.client();
        client.sends(MINE);
        stand.abort();
        store.answer();
        stand.pass(BOUND);

        assertThat(client.isOpen()).isFalse();
        assertThat(stand.counts(1).started() + stand.counts(2).started()).isZero();
    }

    @Test
    void requestsInARowOnOneConnectionAreAnsweredInOrder() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        store.waits();
        Peer client = stand.client();
        client.sends(MINE + NOBODYS);
        store.answer();
        stand.answer(2, OK);
        stand.answer(1, OK.replace("ok", "no"));

        assertThat(client.got()).matches("(?s)HTTP/1.1 200 .*okHTTP/1.1 200 .*no");
    }

    @Test
    void aStrictSessionWaitsForItsNodeAfterTheStore() {
        beginElsewhere();
        MemoryStand stand = stand(true, c -> {
            c.nodes.set(1, node("b", 2, 1, null));
            c.queue = new QueueSettings(4, Duration.ofSeconds(2));
        });
        Peer busy = stand.client();
        busy.sends(NOBODYS);
        stand.client().sends(NOBODYS);
        assertThat(stand.tasks(2)).isEqualTo(1);
        Peer client = stand.client();
        client.sends(MINE);
        assertThat(stand.inFlight()).isEqualTo(2);

        stand.answer(2, OK);
        assertThat(stand.tasks(2)).isEqualTo(1);
        stand.answer(2, OK);
        assertThat(client.got()).endsWith("ok");
    }

    @Test
    void aStrictSessionWhoseNodeIsGoneIsRefusedAfterTheStore() {
        beginElsewhere();
        MemoryStand stand = stand(true);
        stand.want(2, AdminState.MAINT);
        Peer client = stand.client();
        client.sends(MINE);
        stand.pass(BOUND);

        assertThat(client.got()).startsWith("HTTP/1.1 503");
    }

    @Test
    void aSessionThatBeginsIsWrittenAndOneThatEndsIsRemoved() {
        MemoryStand stand = stand(false);
        stand.client().sends(NOBODYS);
        stand.answer(1, BEGINS);
        assertThat(store.values.values()).containsExactly(Node.key("a"));
        assertThat(store.calls).last().asString().matches("write evenkeel:shop:[0-9a-f]{32} -?[0-9]+ 1860");

        stand.client().sends(MINE);
        stand.answer(1, BEGINS);
        assertThat(store.calls).as("set again at its node").hasSize(4);

        stand.client().sends(MINE);
        stand.answer(1, OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=x; Max-Age=0\r\n\r\n"));
        assertThat(store.values).isEmpty();
    }

    @Test
    void aLoginGivesTheStoreTheNewSessionOnly() {
        MemoryStand stand = stand(false);
        stand.client().sends(NOBODYS);
        stand.answer(1, BEGINS);
        String before = name();
        stand.client().sends(MINE);
        stand.answer(1, BEGINS.replace("0A1B2C3D", "4E5F"));

        assertThat(store.values).hasSize(1).doesNotContainKey(before);
    }

    @Test
    void aSessionThatMovesIsWritten() {
        beginElsewhere();
        MemoryStand stand = stand(false);
        stand.want(2, AdminState.MAINT);
        stand.client().sends(MINE);
        stand.answer(1, OK);

        assertThat(store.values.values()).containsExactly(Node.key("a"));
    }

    /** This dispatcher knows the session at node 2, which is gone; another one has moved it to node 1 since. */
    @Test
    void theStoreIsAskedAgainWhenTheNodeIsGone() {
        beginElsewhere();
        MemoryStand stand = stand(false, c -> c.nodes.add(ClusterFixture.node("c", 3, 1)));
        stand.client().sends(MINE);
        stand.answer(2, OK);
        store.values.put(name(), Node.key("c"));
        stand.want(2, AdminState.MAINT);
        stand.pass(Duration.ofSeconds(2));
        store.calls.clear();

        stand.client().sends(MINE);

        assertThat(stand.tasks(3)).isEqualTo(1);
        assertThat(store.calls).singleElement().asString().startsWith("read ");
        stand.answer(3, OK);
        stand.client().sends(MINE);
        assertThat(stand.tasks(3)).isEqualTo(1);
        assertThat(store.calls).as("known from then on").hasSize(1);
    }

    @Test
    void aClientIsSentToItsNodeAfterTheStore() {
        beginElsewhere();
        MemoryStand stand = stand(false, TestSettings::redirect, c -> {
            c.nodes.set(0, node("a", 1, Integer.MAX_VALUE, "http://a.example.org"));
            c.nodes.set(1, node("b", 2, Integer.MAX_VALUE, "http://b.example.org"));
        });
        Peer client = stand.client();
        client.sends(MINE);
        stand.pass(BOUND);

        assertThat(client.got()).startsWith("HTTP/1.1 307").contains("Location: http://b.example.org/cart");
    }
}
