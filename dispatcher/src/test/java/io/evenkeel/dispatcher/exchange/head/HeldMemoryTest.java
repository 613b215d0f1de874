// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.EventLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeldMemoryTest {

    private final EventLog events = new EventLog();
    private final HeldMemory heads = HeldMemory.ofHeads(100, events.listener());
    private final List<String> givenUp = new ArrayList<>();

    /** A client in the middle of a head. */
    private final class Client implements HeldMemory.Sender {
        private final String name;
        private final HeldMemory memory;
        private final HeldMemory.@Nullable HeldShare share;
        private HeldMemory.@Nullable HeldEntry entry;

        Client(String name) {
            this(name, heads, null);
        }

        Client(String name, HeldMemory memory, HeldMemory.@Nullable HeldShare share) {
            this.name = name;
            this.memory = memory;
            this.share = share;
        }

        Client holds(int bytes) {
            entry = memory.hold(entry, this, share, bytes);
            memory.makeRoom(0);
            return this;
        }

        void done() {
            if (entry != null) {
                memory.free(entry);
                entry = null;
            }
        }

        @Override
        public void giveUp() {
            givenUp.add(name);
            done();
        }
    }

    @Test
    void givesUpTheHeadThatBeganFirst() {
        Client first = new Client("first").holds(40);
        new Client("second").holds(40);
        first.holds(50);
        new Client("third").holds(20);
        assertThat(givenUp).containsExactly("first");
        assertThat(heads.bytes()).isEqualTo(60);
    }

    @Test
    void givesUpAsManyAsNeeded() {
        new Client("first").holds(30);
        new Client("second").holds(30);
        new Client("third").holds(30);
        new Client("fourth").holds(70);
        assertThat(givenUp).containsExactly("first", "second");
        assertThat(heads.bytes()).isEqualTo(100);
    }

    @Test
    void givesUpAHeadThatIsTooMuchAlone() {
        new Client("other").holds(10);
        new Client("large").holds(101);
        assertThat(givenUp).containsExactly("other", "large");
        assertThat(heads.bytes()).isZero();
    }

    @Test
    void forgetsAHeadThatIsWhole() {
        for (int i = 0; i < 200; i++) {
            new Client("quick").holds(60).done();
        }
        Client last = new Client("last").holds(100);
        assertThat(givenUp).isEmpty();
        last.done();
        assertThat(heads.bytes()).isZero();
    }

    @Test
    void forgetsASenderThatOnlyDropsItsHead() {
        HeldMemory.HeldEntry entry = heads.hold(null, () -> givenUp.add("lazy"), null, 90);
        new Client("next").holds(20);
        heads.free(entry);
        assertThat(givenUp).containsExactly("lazy");
        assertThat(heads.bytes()).isEqualTo(20);
    }

    @Test
    void aSenderThatFailsHoldsNothingAndHarmsNobody() {
        heads.hold(
                null,
                () -> {
                    throw new IllegalStateException("broken");
                },
                null,
                90);
        new Client("next").holds(20);
        assertThat(heads.bytes()).isEqualTo(20);
        assertThat(messages())
                .containsExactly(
                        "a client could not be told that there is no room for its request",
                        "request heads that are not whole take more than 0 kB on a loop (a higher"
                                + " -XX:MaxDirectMemorySize gives more, a shorter timeouts.head ends them earlier):"
                                + " the oldest are refused, 1 by now");
    }

    private List<String> messages() {
        List<String> messages = new ArrayList<>();
        events.recent(100).forEach(event -> messages.add(0, event.message()));
        return messages;
    }

    @Test
    void aFailureIsSaidOnceASecond() {
        HeldMemory.Sender broken = () -> {
            throw new IllegalStateException("broken");
        };
        for (int i = 0; i < 10; i++) {
            heads.hold(null, broken, null, 101);
            heads.makeRoom(i);
        }
        assertThat(messages()).hasSize(2);
        assertThat(heads.bytes()).isZero();
    }

    @Test
    void aSenderKnowsItsEntryBeforeItIsGivenUp() {
        Client large = new Client("large").holds(101);
        assertThat(large.entry).isNull();
        Client next = new Client("next").holds(60);
        large.done();
        assertThat(next.entry).as("the same entry, used again").isNotNull();
        assertThat(heads.bytes()).isEqualTo(60);
    }

    @Test
    void givesUpTheOldestBodyOfTheConnectionThatHoldsMost() {
        HeldMemory bodies = HeldMemory.ofBodies(100, events.listener());
        HeldMemory.HeldShare honest = new HeldMemory.HeldShare();
        HeldMemory.HeldShare greedy = new HeldMemory.HeldShare();
        new Client("upload", bodies, honest).holds(40);
        new Client("one", bodies, greedy).holds(20);
        Client two = new Client("two", bodies, greedy).holds(30);
        new Client("three", bodies, greedy).holds(20);
        assertThat(givenUp).containsExactly("one");
        two.done();
        new Client("four", bodies, greedy).holds(40);
        new Client("five", bodies, new HeldMemory.HeldShare()).holds(10);
        assertThat(givenUp).containsExactly("one", "three");
        assertThat(bodies.bytes()).isEqualTo(90);
    }

    @Test
    void noLoopHasLessForBodiesThanAFewConnectionsFill() {
        long mb = 1 << 20;
        assertThat(HeldMemory.partForBodies(1024 * mb, 4)).isEqualTo(256 * mb);
        assertThat(HeldMemory.partForBodies(128 * mb, 16)).isEqualTo(25 * mb);
        assertThat(HeldMemory.partForBodies(16 * mb, 2)).isEqualTo(16 * mb);
    }
}
