// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.faults.EchoNode.Fault;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.PolicyType.Needs;
import io.evenkeel.policy.journal.Replay;
import io.evenkeel.policy.journal.ReplayDifference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A replayed journal gives the same choices as a policy in a live dispatcher, on two event loops, with a failing node
 * and with samples of two nodes.
 */
class JournalIT {

    static Stream<String> policies() {
        return PolicyCatalog.load().all().stream()
                .filter(type -> type.needs() == Needs.NOTHING)
                .map(PolicyType::name);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aLiveRunReplaysToTheSameChoices(String policy) throws Exception {
        long seed = Mutants.seed(11);
        List<byte[]> journal = new ArrayList<>();
        EchoNode failing = new EchoNode("n1", EchoNode.counts()).reporting();
        try (ScriptedNode first = failing.start();
                ScriptedNode second =
                        new EchoNode("n2", EchoNode.counts()).reporting().start();
                ScriptedNode third = new EchoNode("n3", EchoNode.counts()).start()) {
            TestSettings settings = TestSettings.of(first, second, third)
                    .policy(policy)
                    .retry(2, 1.0)
                    .loops(2);
            try (TestDispatcher dispatcher = TestDispatcher.start(
                    settings,
                    seed,
                    cluster -> (bytes, offset, length) ->
                            journal.add(Arrays.copyOfRange(bytes, offset, offset + length)))) {
                Load load = new Load(dispatcher::door, 8, 25, seed).start();
                load.awaitAnswered(60);
                failing.fault(Fault.ERRORS);
                load.finish();
            }
        }

        Replay replay = new Replay(PolicyCatalog.load());
        Optional<ReplayDifference> difference = Optional.empty();
        for (int i = 0; i < journal.size() && difference.isEmpty(); i++) {
            difference = replay.next(journal.get(i), 0, journal.get(i).length);
        }

        assertThat(difference).as("%s, -Dseed=%s", policy, seed).isEmpty();
        assertThat(replay.calls()).as("calls replayed").isGreaterThan(3 * 8 * 25);
    }
}
