// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.content;

import java.util.Arrays;

/** A set of nodes for each content that was asked for lately, as bits, and the time of its last change. */
final class NodeSets {

    private final ContentTable contents;
    private final int words;
    private final long[] bits;
    private final long[] changedNs;

    NodeSets(int mostContents, int maxNodes) {
        contents = new ContentTable(mostContents);
        words = (maxNodes + Long.SIZE - 1) / Long.SIZE;
        bits = new long[contents.size() * words];
        changedNs = new long[contents.size()];
    }

    /** The number of the set of a content that is asked for; a new one is empty. */
    int ask(long key, long nowNs) {
        int cell = contents.ask(key);
        if (cell < 0) {
            cell = -1 - cell;
            Arrays.fill(bits, cell * words, (cell + 1) * words, 0);
            changedNs[cell] = nowNs;
        }
        return cell;
    }

    /** True when a content has the node of a slot in its set. */
    boolean serves(long key, int slot) {
        int set = contents.find(key);
        return set >= 0 && has(set, slot);
    }

    boolean has(int set, int slot) {
        return (bits[word(set, slot)] & bit(slot)) != 0;
    }

    /** Adds a node; changes nothing when it is there already. */
    void add(int set, int slot, long nowNs) {
        if (!has(set, slot)) {
            bits[word(set, slot)] |= bit(slot);
            changedNs[set] = nowNs;
        }
    }

    void remove(int set, int slot, long nowNs) {
        bits[word(set, slot)] &= ~bit(slot);
        changedNs[set] = nowNs;
    }

    /** Time since the last change of a set. */
    long restedNs(int set, long nowNs) {
        return nowNs - changedNs[set];
    }

    /** Takes the node of a slot out of all sets. */
    void forget(int slot) {
        for (int word = word(0, slot); word < bits.length; word += words) {
            bits[word] &= ~bit(slot);
        }
    }

    /** Takes over the sets of another one of the same size; false when it is of another. */
    boolean inherit(NodeSets before) {
        if (bits.length != before.bits.length || changedNs.length != before.changedNs.length) {
            return false;
        }
        contents.inherit(before.contents);
        System.arraycopy(before.bits, 0, bits, 0, bits.length);
        System.arraycopy(before.changedNs, 0, changedNs, 0, changedNs.length);
        return true;
    }

    private int word(int set, int slot) {
        return set * words + slot / Long.SIZE;
    }

    private static long bit(int slot) {
        return 1L << slot;
    }
}
