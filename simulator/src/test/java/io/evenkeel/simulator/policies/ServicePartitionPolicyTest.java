// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Policy;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The rule of paper 1, appendix A.1.1: a request for a video is always sent to a video server. A and B are for videos
 * (service 5), C is for videos and for what no rule fits, and of D nothing is said.
 */
class ServicePartitionPolicyTest {

    private static final int VIDEO = 5;
    private static final int IMAGES = 6;

    private final Trial trial = partitioned(Map.of());

    private static Trial partitioned(Map<String, Double> options) {
        Trial trial = new Trial("service-partition", 4, options);
        trial.nodes.services(0, 1 << VIDEO).services(1, 1 << VIDEO).services(2, 1 << VIDEO | 1);
        return trial;
    }

    @Test
    void aServiceGoesToItsNodesInTurns() {
        trial.task.service(VIDEO);

        assertThat(trial.choices(6)).isEqualTo("ABCABC");
        assertThat(trial.why(0)).isEqualTo("the least loaded node that is for the service that is asked for");
        assertThat(trial.reason(3)).isEqualTo("is not for the service that is asked for");
    }

    /** However much they have to do, and others nothing. */
    @Test
    void theLeastLoadedOfThePartitionGetsIt() {
        trial.nodes.inFlight(0, 50).inFlight(1, 40).inFlight(2, 60);
        trial.task.service(VIDEO);

        assertThat(trial.choices(2)).isEqualTo("BB");
    }

    @Test
    void whatNoRuleFitsGoesToNodesThatSayNothingOrNameIt() {
        assertThat(trial.choices(4)).isEqualTo("CDCD");
    }

    @Test
    void aServiceOfNobodyGoesToAny() {
        trial.task.service(IMAGES);

        assertThat(trial.choices(4)).isEqualTo("ABCD");
        assertThat(trial.why(0)).contains("no node that is for the service may take it");
    }

    @Test
    void withoutAnEligibleNodeOfThePartitionAnyOtherServes() {
        trial.nodes.eligible(0, false).eligible(1, false).eligible(2, false);
        trial.task.service(VIDEO);

        assertThat(trial.choices(2)).isEqualTo("DD");
    }

    @Test
    void orItWaits() {
        Trial waiting = partitioned(Map.of("otherwise", 1.0));
        waiting.nodes.eligible(0, false).eligible(1, false).eligible(2, false);
        waiting.task.service(VIDEO);
        assertThat(waiting.choose()).isEqualTo(Policy.HOLD);

        waiting.nodes.eligible(1, true);
        assertThat(waiting.choose()).isEqualTo(1);
    }

    @Test
    void weightsShareThePartitionOut() {
        trial.nodes.weight(1, 3);
        trial.task.service(VIDEO);

        assertThat(trial.placements(10).replaceAll("[^B]", "")).hasSize(6);
    }
}
