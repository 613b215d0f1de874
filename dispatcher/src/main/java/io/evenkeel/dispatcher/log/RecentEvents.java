// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The last events, for displays that show the dispatcher without its files. Any thread. */
final class RecentEvents {

    private final Deque<Event> events = new ArrayDeque<>();
    private final int most;

    RecentEvents(int most) {
        this.most = most;
    }

    synchronized void add(Event event) {
        events.addFirst(event);
        if (events.size() > most) {
            events.removeLast();
        }
    }

    /** The last events, newest first, as many as there are or are asked for. */
    synchronized List<Event> last(int wanted) {
        List<Event> last = new ArrayList<>();
        Iterator<Event> next = events.iterator();
        while (next.hasNext() && last.size() < wanted) {
            last.add(next.next());
        }
        return last;
    }
}
