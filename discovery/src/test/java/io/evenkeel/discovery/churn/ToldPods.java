// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.churn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The pods that the API server was told of, in slices. One change is of one slice, as a controller makes it: the oldest
 * pods vanish and as many appear, one gets another address under its name, and one is not ready until the slice changes
 * again. Addresses are given again, the one that was free for the longest time first. A pod is at its address for six
 * changes of its slice at least.
 */
final class ToldPods {

    static final int SLICES = 10;
    static final int PODS = 1_000;

    /** Addresses for the pods that are there and those that have lately gone. */
    static final int ADDRESSES = 2_500;

    /** Pods that vanish and appear in one change. */
    static final int REPLACED = 8;

    private static final int MOVED_FROM = 52;
    private static final int UNREADY_FROM = 60;
    private static final int CHOICE = 8;

    /** @param at the number of its address */
    record Pod(String name, int at) {

        /** The name and the address. */
        String place() {
            return name + " " + PodServers.address(at);
        }
    }

    private final List<List<Pod>> slices = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private final Set<Pod> unready = new HashSet<>();
    private final Map<String, Long> toldMs = new LinkedHashMap<>();
    private final Map<Integer, Long> leftNs = new LinkedHashMap<>();
    private final SplittableRandom random;
    private int made;

    ToldPods(long seed) {
        random = new SplittableRandom(seed);
        for (int at = 0; at < ADDRESSES; at++) {
            free.add(at);
        }
        for (int slice = 0; slice < SLICES; slice++) {
            List<Pod> pods = new ArrayList<>();
            for (int i = 0; i < PODS / SLICES; i++) {
                pods.add(appear());
            }
            slices.add(pods);
        }
    }

    private Pod appear() {
        return at(new Pod("shop-" + made++, free.remove()));
    }

    private Pod at(Pod pod) {
        toldMs.put(pod.place(), System.currentTimeMillis());
        leftNs.remove(pod.at());
        return pod;
    }

    private void leave(Pod pod) {
        unready.remove(pod);
        free.add(pod.at());
        leftNs.put(pod.at(), System.nanoTime());
    }

    /** Makes a change; returns the number of the slice. */
    int change(int step) {
        int slice = step % SLICES;
        List<Pod> pods = slices.get(slice);
        unready.removeAll(pods);
        List<Pod> oldest = pods.subList(0, REPLACED);
        oldest.forEach(this::leave);
        oldest.clear();
        for (int i = 0; i < REPLACED; i++) {
            pods.add(appear());
        }
        int moves = MOVED_FROM + random.nextInt(CHOICE);
        Pod before = pods.get(moves);
        pods.set(moves, at(new Pod(before.name(), free.remove())));
        leave(before);
        unready.add(pods.get(UNREADY_FROM + random.nextInt(CHOICE)));
        return slice;
    }

    List<Pod> slice(int slice) {
        return List.copyOf(slices.get(slice));
    }

    boolean isReady(Pod pod) {
        return !unready.contains(pod);
    }

    /** The places of those that are ready now. */
    Set<String> ready() {
        Set<String> places = new TreeSet<>();
        slices.stream().flatMap(Collection::stream).filter(this::isReady).forEach(pod -> places.add(pod.place()));
        return places;
    }

    /** All places that were ever told, and when, in milliseconds since 1970. */
    Map<String, Long> toldMs() {
        return toldMs;
    }

    /** The addresses at which no pod is any more, and when it was told that its pod has left. */
    Map<Integer, Long> leftNs() {
        return leftNs;
    }
}
