// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.util.Set;

/** A number for each slot that changes when the slot gets a new tenant. Immutable. */
final class Epochs {

    static final Epochs FIRST = new Epochs(new int[0], 0);

    private final int[] bySlot;
    private final int others;

    private Epochs(int[] bySlot, int others) {
        this.bySlot = bySlot;
        this.others = others;
    }

    int of(int slot) {
        return slot < bySlot.length ? bySlot[slot] : others;
    }

    /** The same, with a new number for every slot except those named. */
    Epochs keeping(Set<Integer> slots) {
        int next = others + 1;
        int[] kept = new int[slots.stream().mapToInt(Integer::intValue).max().orElse(-1) + 1];
        for (int slot = 0; slot < kept.length; slot++) {
            kept[slot] = slots.contains(slot) ? of(slot) : next;
        }
        return new Epochs(kept, next);
    }
}
