// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import java.util.Arrays;

/** Nodes on which a task was tried, by slot. Most tasks are tried once and have no table: it is made with the first. */
final class TriedNodes {

    private static final int[] NONE = {};

    private int[] slots = NONE;
    private int count;

    void clear() {
        count = 0;
    }

    void add(int slot) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, Math.max(4, 2 * count));
        }
        slots[count++] = slot;
    }

    /** Takes the last slot back. */
    void removeLast() {
        count--;
    }

    boolean has(int slot) {
        for (int i = 0; i < count; i++) {
            if (slots[i] == slot) {
                return true;
            }
        }
        return false;
    }
}
