// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

import io.evenkeel.policy.Task;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task that notes what is read of it. */
final class RecordedTask implements Task {

    private final JournalValues values;
    private final RecordWriter out;
    private @Nullable Task task;
    private boolean memoSet;

    RecordedTask(JournalValues values, RecordWriter out) {
        this.values = values;
        this.out = out;
    }

    RecordedTask of(Task next) {
        task = next;
        memoSet = false;
        return this;
    }

    /** Ends the record: the memo that was left, if one was. */
    void finish() {
        out.unsigned(memoSet ? 1 : 0);
        if (memoSet) {
            out.signed(task().memo());
        }
    }

    private Task task() {
        return Objects.requireNonNull(task);
    }

    private long note(int index, long value) {
        values.note(JournalValues.TASK, index, value, out);
        return value;
    }

    @Override
    public long nowNs() {
        return note(JournalValues.NOW, task().nowNs());
    }

    @Override
    public long clientKey() {
        return note(JournalValues.CLIENT, task().clientKey());
    }

    @Override
    public long contentKey() {
        return note(JournalValues.CONTENT, task().contentKey());
    }

    @Override
    public int requestClass() {
        return (int) note(JournalValues.CLASS, task().requestClass());
    }

    @Override
    public int service() {
        return (int) note(JournalValues.SERVICE, task().service());
    }

    @Override
    public int attempt() {
        return (int) note(JournalValues.ATTEMPT, task().attempt());
    }

    @Override
    public boolean placesSession() {
        return note(JournalValues.SESSION, task().placesSession() ? 1 : 0) != 0;
    }

    @Override
    public long sessionKey() {
        return note(JournalValues.SESSION_KEY, task().sessionKey());
    }

    @Override
    public long thinkNs() {
        return note(JournalValues.THINK, task().thinkNs());
    }

    @Override
    public boolean connection() {
        return note(JournalValues.CONNECTION, task().connection() ? 1 : 0) != 0;
    }

    @Override
    public long headNs() {
        return note(JournalValues.HEAD, task().headNs());
    }

    @Override
    public int memo() {
        return memoSet ? task().memo() : (int) note(JournalValues.MEMO, task().memo());
    }

    @Override
    public void memo(int value) {
        memoSet = true;
        task().memo(value);
    }
}
