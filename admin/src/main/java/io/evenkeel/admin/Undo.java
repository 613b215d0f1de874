// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.dispatcher.log.EventLogger;
import java.util.ArrayDeque;
import java.util.Deque;

/** Closes what a start has opened, the last first, unless the start succeeds. One thread. */
final class Undo implements AutoCloseable {

    private final EventLogger log;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    Undo(EventLogger log) {
        this.log = log;
    }

    /** Notes something that was opened. */
    <T extends AutoCloseable> T of(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Leaves open all that was opened. */
    void keep() {
        opened.clear();
    }

    @Override
    public void close() {
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                log.warn("after a start that failed: " + e);
            }
        }
    }
}
