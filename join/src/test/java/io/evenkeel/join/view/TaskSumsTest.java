// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tasks of others, brought up to date by each report, beside sums that are made of all reports each time. */
final class TaskSumsTest {

    private static final long MS = 1_000_000L;
    private static final int STEPS = 20_000;
    private static final int MEMBERS = 12;
    private static final List<String> CLUSTERS = List.of("shop", "bank");

    private final SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
    private final Peers peers = new Peers(1 << 20, 0);
    private final Map<Long, Plain> members = new TreeMap<>();
    private final Map<String, long[]> keys = new HashMap<>();
    /** The columns of a dispatcher, by cluster. */
    private final Map<String, int[]> columns = new HashMap<>();

    private long sequence;
    private long nowNs;

    /** A member in the plain sum. */
    private static final class Plain {
        final String name;
        Map<String, ClusterWork> works = Map.of();
        long heardNs;
        double share;

        Plain(String name) {
            this.name = name;
        }

        void hear(Map<String, ClusterWork> told, long atNs) {
            works = told;
            heardNs = atNs;
            share = 1;
        }

        double tasks(String cluster, long key) {
            ClusterWork work = works.get(cluster);
            if (work == null) {
                return 0;
            }
            int at = Arrays.binarySearch(work.keys(), key);
            return at < 0 ? 0 : share * work.inFlight()[at];
        }
    }

    private int[] plain(String cluster) {
        return Arrays.stream(keys.getOrDefault(cluster, new long[0]))
                .mapToInt(key -> (int) Math.rint(members.values().stream()
                        .mapToDouble(each -> each.tasks(cluster, key))
                        .sum()))
                .toArray();
    }

    private long[] someKeys() {
        return random.longs(0, 30).distinct().limit(random.nextInt(25)).sorted().toArray();
    }

    private Map<String, ClusterWork> works() {
        Map<String, ClusterWork> works = new HashMap<>();
        for (String cluster : CLUSTERS.subList(0, random.nextInt(3))) {
            long[] told = someKeys();
            int[] inFlight = random.ints(told.length, 0, 4).toArray();
            works.put(
                    cluster, new ClusterWork(cluster, told, inFlight, new int[told.length], new boolean[told.length]));
        }
        return works;
    }

    private void hear() {
        long member = 1L + random.nextInt(MEMBERS);
        Map<String, ClusterWork> told = works();
        Map<String, ClusterWork> kept = new HashMap<>();
        told.forEach((cluster, work) -> {
            if (keys.isEmpty()) {
                kept.put(cluster, work);
            } else if (keys.containsKey(cluster)) {
                kept.put(cluster, work.in(keys.get(cluster)));
            }
        });
        member(member, "m" + member).hear(kept, nowNs);
        peers.hear(report(member, "m" + member, false, List.copyOf(told.values())), nowNs);
    }

    private Plain member(long member, String name) {
        if (!members.containsKey(member)) {
            members.values().removeIf(each -> each.name.equals(name));
            members.put(member, new Plain(name));
        }
        return members.get(member);
    }

    /** Another member with the name of one that is there. */
    private void restart() {
        long before = 1L + random.nextInt(MEMBERS);
        String name = "m" + before;
        member(before + MEMBERS, name).hear(Map.of(), nowNs);
        peers.hear(report(before + MEMBERS, name, false, List.of()), nowNs);
    }

    private void leave() {
        long member = 1L + random.nextInt(2 * MEMBERS);
        members.remove(member);
        peers.hear(report(member, "m" + member, true, List.of()), nowNs);
    }

    private MemberReport report(long member, String name, boolean leaving, List<ClusterWork> works) {
        return new MemberReport(member, name, "", ++sequence, 1, false, leaving, 0, works, List.of());
    }

    private void sweep() {
        members.values().removeIf(each -> nowNs - each.heardNs >= Ageing.GONE_NS);
        peers.sweep(nowNs);
    }

    /** A turn with an own report, where nodes may have come and gone. */
    private void ownReport() {
        members.values().forEach(each -> each.share = Ageing.share(nowNs - each.heardNs));
        Map<String, long[]> next = new HashMap<>();
        for (String cluster : CLUSTERS.subList(0, 1 + random.nextInt(2))) {
            boolean same = keys.containsKey(cluster) && random.nextInt(4) > 0;
            next.put(cluster, same ? Objects.requireNonNull(keys.get(cluster)).clone() : someKeys());
        }
        if (keys.isEmpty()) {
            members.values().forEach(each -> each.works = hereAlone(each.works, next));
        }
        keys.clear();
        keys.putAll(next);
        columns.clear();
        keys.forEach((cluster, each) -> columns.put(cluster, peers.inFlight(cluster, each, nowNs)));
        peers.here(keys);
    }

    private static Map<String, ClusterWork> hereAlone(Map<String, ClusterWork> works, Map<String, long[]> here) {
        Map<String, ClusterWork> kept = new HashMap<>();
        here.forEach((cluster, keys) -> {
            if (works.containsKey(cluster)) {
                kept.put(cluster, works.get(cluster).in(keys));
            }
        });
        return kept;
    }

    private void count() {
        keys.keySet().forEach(cluster -> {
            ChangedTasks changed = peers.changed(cluster);
            int[] column = Objects.requireNonNull(columns.get(cluster));
            for (int i = 0; changed != null && i < changed.places().length; i++) {
                assertThat(column[changed.places()[i]]).as("a change").isNotEqualTo(changed.inFlight()[i]);
                column[changed.places()[i]] = changed.inFlight()[i];
            }
            assertThat(peers.changed(cluster)).as("told once").isNull();
        });
    }

    @Test
    void changesMakeTheSameAsSumsOfAllReports() {
        int fading = 0;
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(24)) {
                case 0 -> leave();
                case 1 -> restart();
                case 2, 3, 4 -> ownReport();
                case 5 -> nowNs += random.nextInt(3_000) * MS;
                case 6 -> sweep();
                default -> hear();
            }
            nowNs += random.nextInt(60) * MS;
            count();
            for (String cluster : keys.keySet()) {
                assertThat(columns.get(cluster))
                        .as("%s in step %s", cluster, step)
                        .containsExactly(plain(cluster));
            }
            fading += members.values().stream().anyMatch(each -> each.share > 0 && each.share < 1) ? 1 : 0;
        }
        assertThat(fading).as("steps with old reports").isBetween(STEPS / 10, 9 * STEPS / 10);
    }
}
