// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.affinity.table.SessionEndReason;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.affinity.table.SessionObserver;
import io.evenkeel.dispatcher.affinity.table.SessionTable;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.log.EventLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SharedSessionsTest {

    private static final int IDLE = 1800;
    private static final long BOUND_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final String NAME = "evenkeel:shop:00000000000000070000000000000009";

    private final ManualLoop loop = new ManualLoop();
    private final EventLog log = new EventLog();
    private final FakeStore store = new FakeStore();
    private final StoreLink link = new StoreLink("valkey://store", store, log.cluster(), 0);
    private final SessionTable table = new SessionTable(1000, IDLE, new Silent());
    private final SharedSessions sessions = new SharedSessions(table, link, "shop", BOUND_NS);
    private final SessionKey key = SessionKey.of(7, 9);
    private final List<Long> got = new ArrayList<>();

    @AfterEach
    void end() {
        log.close();
    }

    @Test
    void aSessionOfAnotherDispatcherIsFound() {
        store.values.put(NAME, 11L);

        assertThat(sessions.ask(key, key, loop.loop(), got::add)).isNotNull();
        assertThat(got).as("before the loop's next turn").isEmpty();
        loop.settle();

        assertThat(got).containsExactly(11L);
        assertThat(table.home(key, now())).isEqualTo(11);
        assertThat(link.view()).isEqualTo(new StoreView("valkey://store", 1, 1, 0, 0, 0, 0, false, 0));
    }

    @Test
    void aSessionThatNobodyKnowsHasNoNode() {
        sessions.ask(key, key, loop.loop(), got::add);
        loop.settle();

        assertThat(got).containsExactly(0L);
        assertThat(table.size()).isZero();
    }

    @Test
    void aRequestGoesOnWhenTheStoreIsLate() {
        store.values.put(NAME, 11L);
        store.waits();
        sessions.ask(key, key, loop.loop(), got::add);

        loop.pass(Duration.ofMillis(19));
        assertThat(got).isEmpty();
        loop.pass(Duration.ofMillis(2));
        assertThat(got).containsExactly(0L);

        store.answer();
        loop.settle();
        assertThat(got).as("told once").containsExactly(0L);
        assertThat(table.peek(key, now())).as("for the next request").isEqualTo(11);
        assertThat(link.view().late()).isEqualTo(1);
    }

    @Test
    void aQuestionThatIsCancelledTellsNothing() {
        store.waits();
        StoreQuestion question = Objects.requireNonNull(sessions.ask(key, key, loop.loop(), got::add));

        question.cancel();
        store.answer();
        loop.pass(Duration.ofMillis(50));

        assertThat(got).isEmpty();
        assertThat(link.view().late()).isZero();
    }

    @Test
    void theStoreKnowsTheSessionByAnotherHash() {
        SessionKey own = SessionKey.of(3, 4);
        store.values.put(NAME, 11L);

        sessions.ask(own, key, loop.loop(), got::add);
        loop.settle();

        assertThat(table.peek(own, now())).isEqualTo(11);
        assertThat(table.peek(key, now())).isZero();
    }

    @Test
    void aFailureIsNoNode() {
        store.fails("gone");
        sessions.ask(key, key, loop.loop(), got::add);
        loop.settle();

        assertThat(got).containsExactly(0L);
        assertThat(link.view()).isEqualTo(new StoreView("valkey://store", 1, 0, 0, 0, 0, 1, false, 0));
    }

    @Test
    void aStoreThatIsAwayIsNotAsked() {
        store.fails("gone");
        for (int i = 0; i < StoreLink.FAILURES; i++) {
            sessions.set(key, 11);
        }

        assertThat(sessions.ask(key, key, loop.loop(), got::add)).isNull();
        assertThat(store.calls).hasSize(StoreLink.FAILURES);
    }

    @Test
    void theStoreHearsOfASessionThatIsSetAndEnded() {
        sessions.set(key, -11);
        sessions.ended(key);

        assertThat(store.calls).containsExactly("write " + NAME + " -11 1860", "remove " + NAME);
    }

    @Test
    void aSessionIsRenewedOnceAMinute() {
        table.remember(key, 11, 0);
        sessions.set(key, 11);
        store.calls.clear();

        for (int now = 1; now <= 180; now++) {
            sessions.used(key, key, table.home(key, now), now);
        }

        assertThat(store.calls).hasSize(3).containsOnly("renew " + NAME + " 1860");
    }

    @Test
    void aShortSessionIsRenewedEightTimesInItsIdleTime() {
        SessionTable brief = new SessionTable(10, 16, new Silent());
        SharedSessions shared = new SharedSessions(brief, link, "shop", BOUND_NS);
        brief.remember(key, 11, 0);
        store.values.put(NAME, 11L);

        for (int now = 1; now <= 16; now++) {
            shared.used(key, key, brief.home(key, now), now);
        }

        assertThat(store.calls).hasSize(8).containsOnly("renew " + NAME + " 18");
    }

    @Test
    void aSessionThatTheStoreLostIsWrittenAgain() {
        table.remember(key, 11, 0);

        sessions.used(key, key, table.home(key, 61), 61);

        assertThat(store.calls).containsExactly("renew " + NAME + " 1860", "write " + NAME + " 11 1860");
    }

    @Test
    void aSessionThatAnotherDispatcherMovedIsTakenOver() {
        table.remember(key, 11, 0);
        store.values.put(NAME, 22L);

        sessions.used(key, key, table.home(key, 61), 61);

        assertThat(store.calls).containsExactly("renew " + NAME + " 1860");
        assertThat(table.peek(key, 61)).isEqualTo(22);
    }

    private int now() {
        return (int) (loop.loop().nowNs() / 1_000_000_000L);
    }

    private static final class Silent implements SessionObserver {

        @Override
        public void began(long node) {}

        @Override
        public void moved(long from, long to) {}

        @Override
        public void ended(long node, int requests, int seconds, SessionEndReason end) {}
    }
}
