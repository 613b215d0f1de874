// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.contract;

import com.sun.management.ThreadMXBean;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyType;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rules every policy keeps, each with a check.
 *
 * <p>A check throws an {@link AssertionError} that says what broke. It needs no test framework, so it can also back a
 * command line that judges a plug-in. Each runs well under a second.
 */
public final class PolicyContract {

    /** A check of one rule. */
    public interface Check {
        /**
         * Judges a policy by its defaults.
         *
         * @param seed seed of all chance in the check; the same seed gives the same verdict
         * @throws AssertionError when the policy breaks the rule
         */
        void on(PolicyType type, long seed);
    }

    private static final int STEPS = 10_000;
    private static final int NODES = 10;
    private static final int TASKS = 20_000;
    private static final long MS = 1_000_000;
    private static final int SAMPLED_EVERY = 1_000;

    private PolicyContract() {}

    /** The checks by the rule they check, in a fixed order. */
    public static Map<String, Check> checks() {
        Map<String, Check> checks = new LinkedHashMap<>();
        checks.put("chooses only eligible nodes", (type, seed) -> drill(type, seed, STEPS, false));
        checks.put(
                "survives 10000 random joins, leaves and late finishes",
                (type, seed) -> drill(type, seed, 16 * STEPS, false));
        checks.put("goes on through tasks that went home unasked", PolicyContract::goesOnThroughHomes);
        checks.put("makes the same choices for the same seed", PolicyContract::repeatsItself);
        checks.put("changes nothing when asked for a score or a reason", PolicyContract::scoreIsPure);
        checks.put("allocates nothing", PolicyContract::allocatesNothing);
        checks.put("works with one node", (type, seed) -> servesAll(type, seed, 1, 1));
        checks.put("works with as many nodes as it was made for", (type, seed) -> servesAll(type, seed, 512, 512));
        checks.put("spreads tasks over idle nodes", (type, seed) -> spreads(type, seed, 1, false));
        checks.put("gives equal nodes equal load", (type, seed) -> spreads(type, seed, 20, false));
        checks.put("gives equal nodes with equal samples equal load", (type, seed) -> spreads(type, seed, 20, true));
        checks.put("takes no sample that says nothing for a veto", PolicyContract::servesInTheDark);
        return Collections.unmodifiableMap(checks);
    }

    /** Runs random steps, which check eligibility themselves; returns a fingerprint of the choices. */
    private static long drill(PolicyType type, long seed, int steps, boolean asked) {
        Drill drill = new Drill(type, 32, 8, seed);
        long fingerprint = 0;
        for (int i = 0; i < steps; i++) {
            fingerprint = 31 * fingerprint + drill.randomStep();
            if (asked && i % 3 == 0) {
                drill.ask(i % drill.nodes.slots());
            }
        }
        return fingerprint;
    }

    /** Gives every third task to the node that it belongs to, without a choice. */
    private static void goesOnThroughHomes(PolicyType type, long seed) {
        Drill drill = new Drill(type, 32, 8, seed);
        for (int i = 0; i < STEPS; i++) {
            drill.randomStep();
            if (i % 3 == 0) {
                drill.goHome();
            }
        }
    }

    private static void repeatsItself(PolicyType type, long seed) {
        long once = drill(type, seed, STEPS, false);
        long again = drill(type, seed, STEPS, false);
        require(once == again, type, "chose differently for one seed");
    }

    private static void scoreIsPure(PolicyType type, long seed) {
        require(
                drill(type, seed, STEPS, false) == drill(type, seed, STEPS, true),
                type,
                "chose differently after it was asked for scores and reasons");
    }

    /**
     * The least of several rounds counts: the virtual machine itself may allocate now and then, a policy does every
     * time.
     */
    private static void allocatesNothing(PolicyType type, long seed) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Drill drill = new Drill(type, 32, 8, seed);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < STEPS; i++) {
                drill.randomStep();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        require(least == 0, type, "allocated " + least + " bytes in " + STEPS + " steps");
    }

    private static void servesAll(PolicyType type, long seed, int maxNodes, int joined) {
        Drill drill = new Drill(type, maxNodes, joined, seed);
        for (int i = 0; i < 20 * joined; i++) {
            require(drill.start() != Policy.HOLD, type, "held a task though every node was idle");
            drill.sleep(MS);
            drill.finishOldest(Outcome.SUCCEEDED);
        }
    }

    private static void servesInTheDark(PolicyType type, long seed) {
        Drill drill = new Drill(type, NODES, NODES, seed);
        for (int i = 0; i < 20 * NODES; i++) {
            drill.reportNothing();
            require(drill.start() != Policy.HOLD, type, "held a task for columns that are absent");
            drill.sleep(MS);
            drill.finishOldest(Outcome.SUCCEEDED);
        }
    }

    /**
     * Gives equal tasks to equal nodes, a number at a time, and counts.
     *
     * <p>The bound: the least even of fair rules draws each node independently with p = 1/n; a node's count is then
     * binomial with σ = sqrt(N p (1 - p)), and it strays further than 5 σ once in two million nodes.
     */
    private static void spreads(PolicyType type, long seed, int atOnce, boolean sampled) {
        Drill drill = new Drill(type, NODES, NODES, seed);
        int[] chosen = new int[NODES];
        for (int i = 0; i < TASKS; i++) {
            if (sampled && i % SAMPLED_EVERY == 0) {
                drill.reportEqually();
            }
            int slot = drill.start();
            require(slot != Policy.HOLD, type, "held a task though there was room");
            chosen[slot]++;
            drill.sleep(MS);
            if (drill.running() == atOnce) {
                drill.finishOldest(Outcome.SUCCEEDED);
            }
        }
        double fair = (double) TASKS / NODES;
        double bound = 5 * Math.sqrt(fair * (1 - 1.0 / NODES));
        for (int slot = 0; slot < NODES; slot++) {
            require(
                    Math.abs(chosen[slot] - fair) <= bound,
                    type,
                    "gave slot %d %d of %d tasks, fair is %.0f ± %.0f"
                            .formatted(slot, chosen[slot], TASKS, fair, bound));
        }
    }

    private static void require(boolean kept, PolicyType type, String otherwise) {
        if (!kept) {
            throw new AssertionError("policy '" + type.name() + "': " + otherwise);
        }
    }
}
