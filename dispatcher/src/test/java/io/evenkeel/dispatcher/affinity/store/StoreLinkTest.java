// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.log.EventLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StoreLinkTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final EventLog log = new EventLog();
    private final FakeStore store = new FakeStore();
    private final StoreLink link = new StoreLink("valkey://store:6379", store, log.cluster(), 0);

    @AfterEach
    void end() {
        log.close();
    }

    @Test
    void threeFailuresInARowAreOneWarning() {
        store.fails("Connection refused");
        for (int i = 0; i < 10; i++) {
            link.write("k", 1, 60);
        }

        assertThat(events())
                .containsExactly("session store valkey://store:6379 is away (Connection refused): requests go on, but"
                        + " sessions of other dispatchers are not found until it is back");
        assertThat(store.calls).hasSize(3);
        assertThat(link.view()).isEqualTo(new StoreView("valkey://store:6379", 0, 0, 0, 0, 7, 3, true, 0));
    }

    @Test
    void oneSuccessBetweenFailuresKeepsTheStore() {
        for (int i = 0; i < 10; i++) {
            store.fails(i % 3 == 2 ? null : "slow");
            link.write("k", 1, 60);
        }

        assertThat(events()).isEmpty();
        assertThat(link.view().away()).isFalse();
    }

    @Test
    void aStoreThatIsBackIsUsedAgain() {
        store.fails("gone");
        for (int i = 0; i < 3; i++) {
            link.write("k", 1, 60);
        }
        link.tick(4 * SECOND);
        assertThat(link.view().away()).isTrue();
        assertThat(link.view().awayMs()).isEqualTo(4000);

        store.fails(null);
        link.tick(9 * SECOND);

        assertThat(events()).last().isEqualTo("session store valkey://store:6379 is back after 9 s");
        assertThat(events()).hasSize(2);
        store.calls.clear();
        link.write("k", 1, 60);
        assertThat(store.calls).containsExactly("write k 1 60");
        assertThat(link.view()).isEqualTo(new StoreView("valkey://store:6379", 0, 0, 0, 1, 0, 3, false, 0));
    }

    @Test
    void aSecondAbsenceIsASecondWarning() {
        for (int absence = 0; absence < 2; absence++) {
            store.fails("gone");
            for (int i = 0; i < 3; i++) {
                link.write("k", 1, 60);
            }
            store.fails(null);
            link.tick(SECOND);
        }

        assertThat(events()).hasSize(4);
    }

    @Test
    void aStoreThatIsAwayHasOneQuestionAtATime() {
        store.fails("gone");
        for (int i = 0; i < 3; i++) {
            link.write("k", 1, 60);
        }
        store.calls.clear();
        store.waits();
        for (int second = 1; second < 5; second++) {
            link.tick(second * SECOND);
        }
        assertThat(store.calls).containsExactly("write evenkeel:probe 1 60");

        store.answer();
        link.tick(5 * SECOND);
        assertThat(store.calls).hasSize(2);
    }

    @Test
    void aStoreThatIsThereIsLeftAloneByTheClock() {
        link.tick(SECOND);

        assertThat(store.calls).isEmpty();
    }

    @Test
    void callsThatAreOpenAreBounded() {
        store.waits();
        int refused = 0;
        for (int i = 0; i < StoreLink.MOST_OPEN + 5; i++) {
            refused += link.ask("k", (value, failure) -> {}) ? 0 : 1;
        }
        assertThat(refused).isEqualTo(5);

        store.answer();
        assertThat(link.ask("k", (value, failure) -> {})).isTrue();
    }

    @Test
    void aLinkThatIsClosedIsSilent() {
        link.close();
        store.fails("closed");
        for (int i = 0; i < 5; i++) {
            link.write("k", 1, 60);
        }

        assertThat(store.calls).containsExactly("close");
        assertThat(events()).isEmpty();
    }

    @Test
    void clustersWithOneServerHaveOneLink() {
        StoreLinks links = links();

        StoreLink first = links.to(at("valkey://a:1", "sesame"), 0);
        assertThat(links.to(new StoreSettings("valkey://a:1", null, "sesame", Duration.ofMillis(5)), 0))
                .isSameAs(first);
        assertThat(links.to(at("valkey://b:1", "sesame"), 0)).isNotSameAs(first);
        assertThat(links.to(at("valkey://a:1", "other"), 0)).isNotSameAs(first);
        assertThat(store.calls).filteredOn(call -> call.startsWith("open")).hasSize(3);
    }

    @Test
    void aServerThatIsNotNamedAnyMoreIsClosed() {
        StoreLinks links = links();
        StoreLink first = links.to(at("valkey://a:1", null), 0);
        links.to(at("valkey://b:1", null), 0);
        store.calls.clear();

        links.retain(Set.of(new StoreSettings("valkey://b:1", null, null, Duration.ofMillis(5))));

        assertThat(store.calls).containsExactly("close");
        assertThat(links.to(at("valkey://a:1", null), 0)).isNotSameAs(first);
    }

    @Test
    void aStoreThatIsAwayAtTheStartIsLeftAloneAtOnce() {
        store.fails("WRONGPASS");
        StoreLink link = Objects.requireNonNull(links().to(at("valkey://a:1", null), 0));

        assertThat(link.view().away()).isTrue();
        assertThat(events()).singleElement().asString().startsWith("session store valkey://a:1 is away (WRONGPASS)");
    }

    @Test
    void aSchemeThatNobodyKnowsIsSaid() {
        assertThat(links().to(at("memcached://a", "sesame"), 0)).isNull();
        assertThat(events()).containsExactly("sessions are not shared: no store is known for 'memcached:'");
    }

    private static StoreSettings at(String url, @Nullable String password) {
        return new StoreSettings(url, null, password, StoreSettings.DEFAULT_TIMEOUT);
    }

    private StoreLinks links() {
        return new StoreLinks(log.cluster(), List.of(store));
    }

    /** The messages, oldest first. */
    private List<String> events() {
        List<String> messages = new ArrayList<>();
        log.recent(20).forEach(event -> messages.add(0, event.message()));
        return messages;
    }
}
