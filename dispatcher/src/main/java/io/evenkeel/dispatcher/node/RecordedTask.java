// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.Task;

/** The task of a recorded choice, for one policy that is asked about it. */
final class RecordedTask implements Task {

    private final RecordedView view;
    private int memo;

    RecordedTask(RecordedView view) {
        this.view = view;
    }

    @Override
    public long nowNs() {
        return view.nowNs;
    }

    @Override
    public long clientKey() {
        return view.clientKey;
    }

    @Override
    public long contentKey() {
        return view.contentKey;
    }

    @Override
    public int attempt() {
        return view.attempt;
    }

    @Override
    public boolean placesSession() {
        return view.placesSession;
    }

    @Override
    public boolean connection() {
        return view.connection;
    }

    @Override
    public int memo() {
        return memo;
    }

    @Override
    public void memo(int value) {
        memo = value;
    }
}
