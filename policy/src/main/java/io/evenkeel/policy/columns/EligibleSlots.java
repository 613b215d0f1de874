// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the nodes that a task may go to, over the counts of {@link NodeArrays}; see there for their words.
 *
 * <p>The list is kept ready. A choice filters it only while some listed node is full or the task is a retry. Full
 * nodes do not bring the next group in, since a backup is for nodes that are away; a retry that has failed on every
 * listed node does.
 */
final class EligibleSlots {

    private static final int NO_GROUP = Integer.MAX_VALUE;

    private final int[] tasks;
    private final int[] limit;
    private final SampleColumns samples;
    private final NodeRank[] ranks;
    /** Groups from 1; nodes of a higher one are listed when no lower one has a node of the best rank. */
    private final int[] groups;

    private final boolean[] keepsHomes;
    private final NodeListing[] listing;

    /** The listed slots, ascending; the first {@link #count} entries. */
    final int[] listed;

    private final int[] filtered;
    private final KeyIndex slotOf = new KeyIndex();

    /** The number of listed slots. */
    int count;

    /** The number of listed nodes at their limit. */
    private int fullCount;

    private NodeRank bestRank = NodeRank.OUT;
    private int bestGroup = NO_GROUP;

    boolean needsSamples;

    /** True while nodes without a sample are listed although the policy works on samples. */
    boolean blind;

    /** The slots that the last {@link #viewFor} found. */
    int[] view;

    EligibleSlots(int[] tasks, int[] limit, SampleColumns samples) {
        int capacity = tasks.length;
        this.tasks = tasks;
        this.limit = limit;
        this.samples = samples;
        ranks = new NodeRank[capacity];
        groups = new int[capacity];
        keepsHomes = new boolean[capacity];
        listing = new NodeListing[capacity];
        listed = new int[capacity];
        filtered = new int[capacity];
        view = listed;
        Arrays.fill(ranks, NodeRank.GONE);
        Arrays.fill(groups, 1);
        Arrays.fill(listing, NodeListing.OUTRANKED);
    }

    void group(int slot, int group) {
        groups[slot] = group;
    }

    void rank(int slot, NodeRank rank, boolean keeps) {
        ranks[slot] = rank;
        keepsHomes[slot] = keeps;
    }

    /** Takes over ranks and rules of others, without listing anything yet. */
    void copy(EligibleSlots from, int slots) {
        System.arraycopy(from.ranks, 0, ranks, 0, slots);
        System.arraycopy(from.groups, 0, groups, 0, slots);
        System.arraycopy(from.keepsHomes, 0, keepsHomes, 0, slots);
        needsSamples = from.needsSamples;
    }

    void relist(long[] keys, int slots) {
        NodeRank best = NodeRank.OUT;
        slotOf.clear();
        for (int slot = 0; slot < slots; slot++) {
            NodeRank rank = ranks[slot];
            best = rank.compareTo(best) > 0 ? rank : best;
            if (rank != NodeRank.GONE) {
                slotOf.put(keys[slot], slot);
            }
        }
        bestRank = best;
        bestGroup = groupAfter(0, slots);
        boolean someSampled = false;
        for (int slot = 0; slot < slots; slot++) {
            someSampled |= ranks[slot] == NodeRank.TAKES && groups[slot] == bestGroup && samples.has(slot);
        }
        blind = needsSamples && !someSampled;
        boolean onlySampled = needsSamples && someSampled;
        count = 0;
        fullCount = 0;
        for (int slot = 0; slot < slots; slot++) {
            listing[slot] = listing(slot, onlySampled);
            if (isListed(slot)) {
                listed[count++] = slot;
                fullCount += isFull(slot) ? 1 : 0;
            }
        }
    }

    private NodeListing listing(int slot, boolean onlySampled) {
        if (bestRank == NodeRank.OUT || ranks[slot] != bestRank) {
            return NodeListing.OUTRANKED;
        }
        if (groups[slot] != bestGroup) {
            return NodeListing.BACKUP;
        }
        return onlySampled && !samples.has(slot) ? NodeListing.UNSAMPLED : NodeListing.LISTED;
    }

    /** The lowest group above another one that has a node of the best rank; {@link #NO_GROUP} when there is none. */
    private int groupAfter(int other, int slots) {
        int lowest = NO_GROUP;
        for (int slot = 0; slot < slots; slot++) {
            if (ranks[slot] == bestRank && groups[slot] > other) {
                lowest = Math.min(lowest, groups[slot]);
            }
        }
        return lowest;
    }

    NodeListing listing(int slot) {
        return listing[slot];
    }

    private boolean isListed(int slot) {
        return listing[slot] == NodeListing.LISTED;
    }

    boolean isFull(int slot) {
        return tasks[slot] >= limit[slot];
    }

    /** 1 for a listed node that is full. */
    int full(int slot) {
        return isListed(slot) && isFull(slot) ? 1 : 0;
    }

    /** The number of full nodes has changed by the end of a change of counts. */
    void fuller(int more) {
        fullCount += more;
    }

    void start(int slot) {
        if (++tasks[slot] == limit[slot] && isListed(slot)) {
            fullCount++;
        }
    }

    void finish(int slot) {
        if (tasks[slot]-- == limit[slot] && isListed(slot)) {
            fullCount--;
        }
    }

    /** Finds the eligible slots for a choice, in {@link #view}; returns how many there are. */
    int viewFor(@Nullable TriedSlots tried) {
        view = listed;
        if (fullCount == 0 && tried == null) {
            return count;
        }
        int found = 0;
        for (int k = 0; k < count; k++) {
            int slot = listed[k];
            if (!isFull(slot) && (tried == null || !tried.tried(slot))) {
                filtered[found++] = slot;
            }
        }
        if (found == 0 && tried != null && bestRank != NodeRank.OUT) {
            found = laterGroups(tried);
        }
        view = filtered;
        return found;
    }

    /** Finds the nodes for a retry that has failed on each of the listed ones: those of the next groups. */
    private int laterGroups(TriedSlots tried) {
        for (int k = 0; k < count; k++) {
            if (!tried.tried(listed[k])) {
                return 0;
            }
        }
        int found = 0;
        for (int group = groupAfter(bestGroup, ranks.length);
                group != NO_GROUP && found == 0;
                group = groupAfter(group, ranks.length)) {
            for (int slot = 0; slot < ranks.length; slot++) {
                boolean member = ranks[slot] == bestRank && groups[slot] == group;
                if (member && !isFull(slot) && !tried.tried(slot)) {
                    filtered[found++] = slot;
                }
            }
        }
        return found;
    }

    /** The slot of the member with a key; -1 when there is none. */
    int slotOf(long key) {
        return slotOf.get(key);
    }

    /** The answer of {@link NodeArrays#home(long, TriedSlots)}. */
    int home(long key, @Nullable TriedSlots tried) {
        int slot = slotOf(key);
        if (slot < 0 || !hasHomes(slot)) {
            return NodeArrays.HOME_GONE;
        }
        if (tried != null && tried.tried(slot)) {
            return NodeArrays.HOME_TRIED;
        }
        return isFull(slot) ? NodeArrays.HOME_FULL : slot;
    }

    /** True when the node takes tasks that belong to it, or did if it were not full. */
    boolean hasHomes(int slot) {
        return isListed(slot) || keepsHomes[slot];
    }
}
