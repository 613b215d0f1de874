// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.joint;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sessions that wait to be told, {@link JointSessions#MOST_NEWS} at most. Any thread. */
final class NewsQueue {

    private final Queue<News> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    /**
     * A session that has changed.
     *
     * @param high first half of its key
     * @param low second half
     */
    record News(String cluster, long high, long low, boolean ended) {}

    /** Adds news; false when there is no room. */
    boolean add(News news) {
        if (size.incrementAndGet() > JointSessions.MOST_NEWS) {
            size.decrementAndGet();
            return false;
        }
        waiting.add(news);
        return true;
    }

    /** Takes the oldest news; null for none. */
    @Nullable
    News next() {
        News news = waiting.poll();
        if (news != null) {
            size.decrementAndGet();
        }
        return news;
    }
}
