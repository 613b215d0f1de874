// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Task;

/** A task as the journal remembers it. */
final class ReplayedTask implements Task {

    private final JournalValues cells;
    private boolean memoSet;
    private int memo;

    ReplayedTask(JournalValues cells) {
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
        return cells.get(JournalValues.TASK, JournalValues.NOW);
    }

    @Override
    public long clientKey() {
        return cells.get(JournalValues.TASK, JournalValues.CLIENT);
    }

    @Override
    public long contentKey() {
        return cells.get(JournalValues.TASK, JournalValues.CONTENT);
    }

    @Override
    public int requestClass() {
        return (int) cells.get(JournalValues.TASK, JournalValues.CLASS);
    }

    @Override
    public int attempt() {
        return (int) cells.get(JournalValues.TASK, JournalValues.ATTEMPT);
    }

    @Override
    public boolean placesSession() {
        return cells.get(JournalValues.TASK, JournalValues.SESSION) != 0;
    }

    @Override
    public boolean connection() {
        return cells.get(JournalValues.TASK, JournalValues.CONNECTION) != 0;
    }

    @Override
    public long headNs() {
        return cells.get(JournalValues.TASK, JournalValues.HEAD);
    }

    @Override
    public int memo() {
        return memoSet ? memo : (int) cells.get(JournalValues.TASK, JournalValues.MEMO);
    }

    @Override
    public void memo(int value) {
        memoSet = true;
        memo = value;
    }
}
