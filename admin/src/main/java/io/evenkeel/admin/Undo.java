// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what a start has opened, the last first, unless the start succeeds. One thread. */
final class Undo implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("io.evenkeel.admin");

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

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
                LOG.warn("after a start that failed: {}", e.toString());
            }
        }
    }
}
