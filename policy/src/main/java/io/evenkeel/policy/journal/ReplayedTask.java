// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Task;

/** A task as the journal remembers it. */
final class ReplayedTask implements Task {

    private final JournalValues values;
    private boolean memoSet;
    private int memo;

    ReplayedTask(JournalValues values) {
        this.values = values;
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
        return values.get(JournalValues.TASK, JournalValues.NOW);
    }

    @Override
    public long clientKey() {
        return values.get(JournalValues.TASK, JournalValues.CLIENT);
    }

    @Override
    public long contentKey() {
        return values.get(JournalValues.TASK, JournalValues.CONTENT);
    }

    @Override
    public int requestClass() {
        return (int) values.get(JournalValues.TASK, JournalValues.CLASS);
    }

    @Override
    public int service() {
        return (int) values.get(JournalValues.TASK, JournalValues.SERVICE);
    }

    @Override
    public int attempt() {
        return (int) values.get(JournalValues.TASK, JournalValues.ATTEMPT);
    }

    @Override
    public boolean placesSession() {
        return values.get(JournalValues.TASK, JournalValues.SESSION) != 0;
    }

    @Override
    public long sessionKey() {
        return values.get(JournalValues.TASK, JournalValues.SESSION_KEY);
    }

    @Override
    public long thinkNs() {
        return values.get(JournalValues.TASK, JournalValues.THINK);
    }

    @Override
    public boolean connection() {
        return values.get(JournalValues.TASK, JournalValues.CONNECTION) != 0;
    }

    @Override
    public long headNs() {
        return values.get(JournalValues.TASK, JournalValues.HEAD);
    }

    @Override
    public int memo() {
        return memoSet ? memo : (int) values.get(JournalValues.TASK, JournalValues.MEMO);
    }

    @Override
    public void memo(int value) {
        memoSet = true;
        memo = value;
    }
}
