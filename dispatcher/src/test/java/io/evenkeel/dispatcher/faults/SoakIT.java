// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.faults.EchoNode.Fault;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The faults of {@link FaultsIT} in a random order for as long as asked ({@code -DsoakSeconds=}), on one dispatcher.
 */
@Tag("slow")
@Timeout(value = 1, unit = TimeUnit.DAYS) // runs for as long as it is told to; the script that runs it sets the bound
class SoakIT {

    private static final int CLIENTS = 8;
    private static final int EACH = 50;
    private static final List<Fault> FAULTS = List.copyOf(EnumSet.allOf(Fault.class));

    @Test
    void losesSwapsAndDamagesNothingForMinutes() throws Exception {
        long seed = Mutants.seed(11);
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, AtomicInteger> posts = EchoNode.counts();
        List<EchoNode> scripts = new ArrayList<>();
        List<ScriptedNode> nodes = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            EchoNode script = new EchoNode("n" + i, posts);
            scripts.add(script);
            nodes.add(script.start());
        }
        TestSettings settings = TestSettings.of(nodes.toArray(new ScriptedNode[0]))
                .retry(2, 1.0)
                .nodeTimeouts(1000, 1000, 1000);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("soakSeconds", 30));
        long answered = 0;
        try (TestDispatcher dispatcher = TestDispatcher.start(settings)) {
            while (System.nanoTime() < end) {
                Fault fault = FAULTS.get(random.nextInt(FAULTS.size()));
                int node = random.nextInt(3);
                Load load = new Load(dispatcher::door, CLIENTS, EACH, random.nextLong()).start();
                load.awaitAnswered(CLIENTS * EACH / 8);
                scripts.get(node).fault(fault);
                load.awaitAnswered(CLIENTS * EACH / 4);
                scripts.get(node).fault(Fault.NONE);
                load.finish();
                assertThat(load.damages).as("with %s, -Dseed=%s", fault, seed).isEmpty();
                assertThat(posts)
                        .as("POSTs with %s", fault)
                        .allSatisfy(
                                (target, count) -> assertThat(count).as(target).hasValue(1));
                posts.clear();
                answered += load.answered.get();
            }
        }
        for (ScriptedNode node : nodes) {
            assertThat(node.malformed()).isEmpty();
            node.close();
        }
        assertThat(answered).isPositive();
    }
}
