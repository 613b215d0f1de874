// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.time.ZoneId;

/** Standard error of the process. */
final class EventStream implements EventTarget {

    @Override
    public void write(Event event) {
        System.err.print(event.line(ZoneId.systemDefault()));
        System.err.flush();
    }
}
