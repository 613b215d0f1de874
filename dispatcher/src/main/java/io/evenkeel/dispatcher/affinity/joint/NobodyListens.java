// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.joint;

import io.evenkeel.dispatcher.affinity.table.SessionEndReason;
import io.evenkeel.dispatcher.affinity.table.SessionObserver;

/** Counts nothing: sessions are counted where requests are. */
final class NobodyListens implements SessionObserver {

    @Override
    public void began(long node) {}

    @Override
    public void moved(long from, long to) {}

    @Override
    public void ended(long node, int requests, int seconds, SessionEndReason end) {}
}
