// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.dispatcher.exchange.cache.memory.tier.TierShare;
import java.util.List;

/**
 * A division of the cache's memory between whole and packed answers.
 *
 * @param name of the variant
 * @param what it does, in words
 * @param share of the memory for packed answers, as the cache reads it; empty for the one that it finds
 */
record PackingVariant(String name, String what, String share) {

    static final String PLAIN = "plain";
    static final String LEARNED = "learned";
    static final String QUARTER = "zstd-25";
    static final String HALF = "zstd-50";
    static final String MOST = "zstd-75";

    static final List<PackingVariant> ALL = List.of(
            new PackingVariant(PLAIN, "nothing is packed", "0"),
            new PackingVariant(QUARTER, "25 % of the memory are for answers packed with Zstandard", "0.25"),
            new PackingVariant(HALF, "50 % of it", "0.5"),
            new PackingVariant(MOST, "75 % of it", "0.75"),
            new PackingVariant(LEARNED, "the share that the cache finds by trying, 5 to 80 %", ""));

    /** The variant of a name. */
    static PackingVariant of(String name) {
        return ALL.stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The names of all. */
    static List<String> names() {
        return ALL.stream().map(PackingVariant::name).toList();
    }

    /** Makes the next cache of this process a cache of this variant. */
    void choose() {
        if (share.isEmpty()) {
            System.clearProperty(TierShare.PROPERTY);
        } else {
            System.setProperty(TierShare.PROPERTY, share);
        }
    }

    /** Leaves the next cache of this process as users have it. */
    static void chooseNone() {
        System.clearProperty(TierShare.PROPERTY);
    }
}
