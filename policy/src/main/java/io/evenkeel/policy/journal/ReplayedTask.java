// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Task;

/** A task as the journal remembers it. */
final class ReplayedTask implements Task {

    private final Cells cells;
    private boolean memoSet;
    private int memo;

    ReplayedTask(Cells cells) {
        this.cells = cells;
    }

    void begin() {
        memoSet = false;
    }

    /** The memo that was set in this call, for comparison. */
    String memoLeft() {
        return memoSet ? ", memo " + memo : "";
    }

    @Override
    public long nowNs() {
        return cells.get(Cells.TASK, Cells.NOW);
    }

    @Override
    public long clientKey() {
        return cells.get(Cells.TASK, Cells.CLIENT);
    }

    @Override
    public long contentKey() {
        return cells.get(Cells.TASK, Cells.CONTENT);
    }

    @Override
    public int requestClass() {
        return (int) cells.get(Cells.TASK, Cells.CLASS);
    }

    @Override
    public int attempt() {
        return (int) cells.get(Cells.TASK, Cells.ATTEMPT);
    }

    @Override
    public boolean placesSession() {
        return cells.get(Cells.TASK, Cells.SESSION) != 0;
    }

    @Override
    public boolean connection() {
        return cells.get(Cells.TASK, Cells.CONNECTION) != 0;
    }

    @Override
    public long headNs() {
        return cells.get(Cells.TASK, Cells.HEAD);
    }

    @Override
    public int memo() {
        return memoSet ? memo : (int) cells.get(Cells.TASK, Cells.MEMO);
    }

    @Override
    public void memo(int value) {
        memoSet = true;
        memo = value;
    }
}
