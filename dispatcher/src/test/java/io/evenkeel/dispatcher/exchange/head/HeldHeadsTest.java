// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.EventLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeldHeadsTest {

    private final HeldHeads heads = new HeldHeads(100, new EventLog().listener());
    private final List<String> givenUp = new ArrayList<>();

    /** A client in the middle of a head. */
    private final class Client implements HeldHeads.Sender {
        private final String name;
        private HeldHeads.@Nullable HeldHead entry;

        Client(String name) {
            this.name = name;
        }

        Client holds(int bytes) {
            entry = heads.hold(entry, this, bytes, 0);
            return this;
        }

        void done() {
            if (entry != null) {
                heads.free(entry);
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
        HeldHeads.HeldHead entry = heads.hold(null, () -> givenUp.add("lazy"), 90, 0);
        new Client("next").holds(20);
        heads.free(entry);
        assertThat(givenUp).containsExactly("lazy");
        assertThat(heads.bytes()).isEqualTo(20);
    }
}
