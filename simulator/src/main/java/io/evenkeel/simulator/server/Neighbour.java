// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.simulator.scenario.Antagonist;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Somebody else on the machine, who comes and goes; see {@link Antagonist}. Begins as a passer-by would find it. */
final class Neighbour {

    private static final double NS_PER_MS = 1e6;

    private final @Nullable Antagonist antagonist;
    private final RandomGenerator random;
    private boolean here;
    private double takesShare;
    private long nextNs = Long.MAX_VALUE;

    /** @param antagonist the behaviour of the neighbour; null for a server without one */
    Neighbour(@Nullable Antagonist antagonist, RandomGenerator random) {
        this.antagonist = antagonist;
        this.random = random;
        if (antagonist != null) {
            double onShare = antagonist.onMs() / (antagonist.onMs() + antagonist.offMs());
            here = random.nextDouble() >= onShare;
            change(0);
        }
    }

    /** The time when it next comes or goes. */
    long nextNs() {
        return nextNs;
    }

    /** Comes if it was away, goes if it was here; returns the share of each core that it takes from now on. */
    double change(long nowNs) {
        if (antagonist == null) {
            return 0;
        }
        here = !here;
        double range = antagonist.maxShare() - antagonist.minShare();
        takesShare = here ? antagonist.minShare() + range * random.nextDouble() : 0;
        double meanMs = here ? antagonist.onMs() : antagonist.offMs();
        nextNs = nowNs + 1 + (long) (-Math.log(1 - random.nextDouble()) * meanMs * NS_PER_MS);
        return takesShare;
    }

    double takesShare() {
        return takesShare;
    }
}
