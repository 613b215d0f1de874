// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import io.evenkeel.dispatcher.node.PendingTask;

/** A task that keeps what its policy and its cluster note in it. The owner clears the memo before it asks. */
public abstract class NotedTask implements PendingTask {

    private int memo;
    private int era;

    @Override
    public final int memo() {
        return memo;
    }

    @Override
    public final void memo(int value) {
        memo = value;
    }

    @Override
    public final int era() {
        return era;
    }

    @Override
    public final void era(int number) {
        era = number;
    }
}
