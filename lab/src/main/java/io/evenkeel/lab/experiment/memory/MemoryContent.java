// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.load.SurgeSizes;
import io.evenkeel.simulator.chance.Distribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The content that is asked for, the same in every run.
 *
 * @param targets below the application's path, the most popular first
 */
record MemoryContent(List<String> targets) {

    /** Time for which the server's disk is busy with a file, ms; it has as many places as the server has workers. */
    static final int DISK_MS = 8;

    /** Symbols on a page, the most that the application shows. */
    static final int SYMBOLS = 50;

    /** The longest file, the cache's own bound. */
    static final int LONGEST = 1 << 20;

    private static final int SHARES = 100;
    private static final long SEED = 1;

    MemoryContent {
        targets = List.copyOf(targets);
    }

    /** SURGE's files, of text. */
    static MemoryContent files(int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        Distribution sizes = new SurgeSizes();
        List<String> targets = new ArrayList<>();
        for (int file = 1; file <= count; file++) {
            long size = LONGEST + 1L;
            while (size > LONGEST) {
                size = Math.max(1, Math.round(sizes.sample(random)));
            }
            targets.add("files/" + file + "?kind=text&disk=" + DISK_MS + "&octets=" + size);
        }
        return new MemoryContent(targets);
    }

    /** Pages of {@code trade} with the prices of shares, which people see who are not logged in. */
    static MemoryContent pages(int count) {
        Random random = new Random(SEED);
        List<Integer> shares =
                new ArrayList<>(IntStream.range(0, SHARES).boxed().toList());
        List<String> targets = new ArrayList<>();
        for (int page = 0; page < count; page++) {
            Collections.shuffle(shares, random);
            targets.add(shares.stream()
                    .limit(SYMBOLS)
                    .map(share -> "s:" + share)
                    .collect(Collectors.joining(",", "quotes?symbols=", "")));
        }
        return new MemoryContent(targets);
    }

    /** The least popular first, so that what is asked for most comes last into a memory that is too small. */
    List<String> upwards() {
        List<String> upwards = new ArrayList<>(targets);
        Collections.reverse(upwards);
        return upwards;
    }

    /** Popularity of the targets by rank: Zipf's law, as SURGE has it. */
    Distribution popularity() {
        return Distribution.parse("zipf(1.0, " + targets.size() + ")");
    }
}
