// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.io.IOException;

/** A file, or standard error, and a receiver of syslog beside it. Neither misses what the other cannot take. */
record EventTargets(EventTarget first, EventTarget second) implements EventTarget {

    @Override
    public void write(Event event) throws IOException {
        try {
            first.write(event);
        } finally {
            second.write(event);
        }
    }

    @Override
    public long lost() {
        return first.lost() + second.lost();
    }

    @Override
    public void reopen() throws IOException {
        try {
            first.reopen();
        } finally {
            second.reopen();
        }
    }

    @Override
    public void close() {
        first.close();
        second.close();
    }
}
