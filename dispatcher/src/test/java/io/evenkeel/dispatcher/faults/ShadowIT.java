// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.faults.EchoNode.Fault;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shadows beside real traffic. */
class ShadowIT {

    private static final String GET = "GET %s HTTP/1.1\r\nHost: a\r\n\r\n";

    private static ShadowView compared(Control control, long count) {
        Until.holds(
                count + " choices were compared",
                () -> control.shadows().list("shop").get(0).compared() >= count);
        ShadowView view = control.shadows().list("shop").get(0);
        assertThat(view.compared()).isEqualTo(count);
        return view;
    }

    /**
     * Round robin sends a b a b a. The first task stays on a, so least-connections, which sees it there, would send all
     * others to b. It agrees about the first task, by its own turn among equals, and about the second and the fourth.
     */
    @Test
    void leastConnectionsDiffersWhereTheTurnGoesToTheBusyNode() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch there = new CountDownLatch(1);
        try (ScriptedNode a = ScriptedNode.start("a");
                ScriptedNode b = ScriptedNode.start("b");
                TestDispatcher dispatcher =
                        TestDispatcher.start(TestSettings.of(a, b).loops(1));
                RawClient first = dispatcher.connect();
                RawClient others = dispatcher.connect()) {
            a.on("/hold", (peer, head) -> {
                peer.body();
                there.countDown();
                try {
                    held.await(8, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            });
            dispatcher.control().shadows().start("shop", "least-connections");
            first.send(GET.formatted("/hold"));
            assertThat(there.await(8, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 4; i++) {
                others.send(GET.formatted("/")).response("GET");
            }

            ShadowView view = compared(dispatcher.control(), 5);
            assertThat(view.same()).isEqualTo(3);
            assertThat(view.splits())
                    .containsExactlyInAnyOrder(
                            new ShadowView.ShadowSplit("a", 3, 1), new ShadowView.ShadowSplit("b", 2, 4));
            assertThat(view.dropped()).isZero();
            assertThat(view.failure()).isNull();
            held.countDown();
            assertThat(first.response("GET").status()).isEqualTo(200);

            assertThat(dispatcher.reload(TestSettings.of(a).loops(1)).applied()).isTrue();
            others.send(GET.formatted("/")).response("GET");
            assertThat(compared(dispatcher.control(), 6).same())
                    .as("a alone is left, and the comparison goes on")
                    .isEqualTo(4);
            dispatcher.control().shadows().stop("shop", "least-connections");
            assertThat(dispatcher.control().shadows().list("shop")).isEmpty();
        }
    }

    /** A shadow sees and hears the same as the policy in force, so the same policy without chance always agrees. */
    @ParameterizedTest
    @ValueSource(strings = {"round-robin", "least-connections", "weighted-round-robin", "fastest-response"})
    void theSamePolicyAgreesAlwaysUnderLoadAndFaults(String policy) throws Exception {
        long seed = Mutants.seed(5);
        EchoNode failing = new EchoNode("n1", EchoNode.counts());
        try (ScriptedNode first = failing.start();
                ScriptedNode second =
                        new EchoNode("n2", EchoNode.counts()).reporting().start();
                ScriptedNode third = new EchoNode("n3", EchoNode.counts()).start()) {
            TestSettings settings = TestSettings.of(first, second, third)
                    .policy(policy)
                    .retry(2, 1.0)
                    .loops(2);
            try (TestDispatcher dispatcher = TestDispatcher.start(settings, seed, cluster -> null)) {
                dispatcher.control().shadows().start("shop", policy);
                Load load = new Load(dispatcher::door, 8, 25, seed).start();
                load.awaitAnswered(60);
                failing.fault(Fault.ERRORS);
                load.finish();

                long choices = dispatcher.control().cluster("shop").nodes().stream()
                        .mapToLong(node -> node.counts().started())
                        .sum();
                ShadowView view = compared(dispatcher.control(), choices);
                assertThat(view.same())
                        .as("%s of %s, -Dseed=%s", policy, choices, seed)
                        .isEqualTo(choices);
                assertThat(choices).isGreaterThanOrEqualTo(8 * 25);
            }
        }
    }
}
