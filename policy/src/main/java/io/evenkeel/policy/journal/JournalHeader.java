// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The input from which a policy was made: enough to make it again.
 *
 * @param policy name in the catalogue
 * @param maxNodes slots are below this number
 * @param seed seed of all its chance
 * @param options parameter values that were given, in base units
 */
public record JournalHeader(String policy, int maxNodes, long seed, Map<String, Double> options) {

    private static final int MAGIC = 0x454B4A;
    private static final int VERSION = 8;

    public JournalHeader {
        options = Map.copyOf(options);
    }

    /**
     * Makes the policy; live runs and replays both come through here, so that their chance is the same.
     *
     * @throws IllegalArgumentException when the catalogue has no such policy or an option is wrong
     */
    public Policy create(PolicyCatalog catalog) {
        return catalog.find(policy)
                .orElseThrow(() -> new IllegalArgumentException("no policy is named '" + policy + "'"))
                .create(maxNodes, new SplittableRandom(seed), options);
    }

    void write(RecordWriter out) {
        out.unsigned(MAGIC);
        out.unsigned(VERSION);
        out.text(policy);
        out.unsigned(maxNodes);
        out.signed(seed);
        out.unsigned(options.size());
        new TreeMap<>(options).forEach((name, value) -> {
            out.text(name);
            out.unsigned(Long.reverse(Double.doubleToRawLongBits(value)));
        });
    }

    static JournalHeader read(RecordReader in) {
        if (in.unsigned() != MAGIC || in.unsigned() != VERSION) {
            throw new IllegalArgumentException("not a journal, or of a version this program does not know");
        }
        String policy = in.text();
        int maxNodes = (int) in.unsigned();
        long seed = in.signed();
        Map<String, Double> options = new HashMap<>();
        for (long left = in.unsigned(); left > 0; left--) {
            options.put(in.text(), Double.longBitsToDouble(Long.reverse(in.unsigned())));
        }
        return new JournalHeader(policy, maxNodes, seed, options);
    }
}
