// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.NotedTask;

/** A task that is only asked about: nothing is known of its client or content. */
final class HypotheticalTask extends NotedTask {

    @Override
    public boolean tried(int slot) {
        return false;
    }

    @Override
    public void granted(Node node) {}

    @Override
    public void dropped() {}

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public long clientKey() {
        return 0;
    }

    @Override
    public long contentKey() {
        return 0;
    }

    @Override
    public int attempt() {
        return 0;
    }

    @Override
    public boolean placesSession() {
        return false;
    }
}
