// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.frontend.h2.conduct.ClosedStreams;
import io.evenkeel.dispatcher.frontend.h2.conduct.Glitches;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.listener.OpenClient;
import io.evenkeel.dispatcher.metrics.ListenerMeter;
import io.evenkeel.dispatcher.task.Home;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The memory that a connection has of its streams. */
class StreamTableTest {

    @Test
    void aTableFindsWhatIsInIt() {
        Http2Connection owner = owner();
        StreamTable table = new StreamTable();
        Map<Integer, Http2Stream> model = new HashMap<>();
        Random random = new Random(5);
        int next = 1;
        int stillThere = 0;
        for (int i = 0; i < 20_000; i++) {
            if (model.size() < 90 && (model.isEmpty() || random.nextBoolean())) {
                Http2Stream stream = new Http2Stream(owner.loop());
                stream.begin(owner, next, true, 1);
                table.add(stream);
                model.put(next, stream);
                next += 2 * (1 + random.nextInt(20));
            } else {
                List<Integer> ids = new ArrayList<>(model.keySet());
                int gone = ids.get(random.nextInt(ids.size()));
                table.remove(gone);
                model.remove(gone);
                stillThere += table.get(gone) == null ? 0 : 1;
            }
            assertThat(table.size()).isEqualTo(model.size());
        }
        assertThat(stillThere).as("streams found after their removal").isZero();
        model.forEach((id, stream) -> assertThat(table.get(id)).isSameAs(stream));
        assertThat(table.slots()).isLessThanOrEqualTo(256);
    }

    /** A connection of which nobody hears. */
    private static Http2Connection owner() {
        MemoryStand stand = new MemoryStand(1);
        InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
        Origin origin = new Origin(here, new Origin.OwnAddress(ForwardSettings.DEFAULTS, here, false), false);
        Http2Owner nobody = new Http2Owner() {
            @Override
            public ListenerRules rules() {
                return stand.rules();
            }

            @Override
            public boolean draining() {
                return false;
            }

            @Override
            public ListenerMeter meter(Loop loop) {
                throw new IllegalStateException();
            }

            @Override
            public boolean servesElsewhere(String serverName, String host) {
                return false;
            }

            @Override
            public void forget(OpenClient gone) {}
        };
        Loop loop = stand.context().loop();
        return new Http2Connection(nobody, stand.carrier().connection(), stand.context(), origin, new Home(loop, 1));
    }

    @Test
    void theLastEndsAreRemembered() {
        ClosedStreams closed = new ClosedStreams();
        for (int id = 1; id < 2001; id += 2) {
            closed.add(id, id % 4 == 1 ? ClosedStreams.How.BOTH_ENDED : ClosedStreams.How.RESET_THERE);
        }

        assertThat(closed.of(1999)).isEqualTo(ClosedStreams.How.RESET_THERE);
        assertThat(closed.of(1801)).isEqualTo(ClosedStreams.How.BOTH_ENDED);
        assertThat(closed.of(1)).isNull();
        assertThat(closed.of(2001)).isNull();
    }

    @Test
    void resetsOfThisSideAreRememberedForLongerThanEnds() {
        ClosedStreams closed = new ClosedStreams();
        Glitches glitches = new Glitches(0);
        for (int id = 1; id < 2048; id += 2) {
            closed.add(id, ClosedStreams.How.RESET_HERE);
        }
        for (int id = 2049; id < 4096; id += 2) {
            closed.add(id, ClosedStreams.How.BOTH_ENDED);
        }
        assertThat(closed.of(1)).isEqualTo(ClosedStreams.How.RESET_HERE);
        assertThat(closed.drops(2049, glitches, 0))
                .as("an end that is forgotten")
                .isFalse();

        closed.add(4097, ClosedStreams.How.RESET_HERE);

        assertThat(closed.of(1)).isNull();
        for (int i = 0; i < 1000; i++) {
            assertThat(closed.drops(1, glitches, 0)).isTrue();
        }
        assertThat(closed.drops(1, glitches, 0)).as("one too many").isFalse();
        assertThat(closed.drops(3, glitches, 0)).as("known").isTrue();
    }
}
