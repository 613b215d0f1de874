// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import io.evenkeel.config.cluster.StoreSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store that answers when the test says so, from a map; it opens itself for {@code valkey://} URLs. */
public final class FakeStore implements SessionStore, SessionStoreProvider {

    public final Map<String, Long> values = new HashMap<>();
    public final List<String> calls = new ArrayList<>();
    private final List<Runnable> replies = new ArrayList<>();
    private boolean waits;
    private @Nullable String failure;

    /** Keeps replies back until {@link #answer}. */
    public void waits() {
        waits = true;
    }

    /** Fails each call from now on; with null, none. */
    public void fails(@Nullable String reason) {
        failure = reason;
    }

    /** Gives the replies that were kept back. */
    public void answer() {
        waits = false;
        List<Runnable> kept = List.copyOf(replies);
        replies.clear();
        kept.forEach(Runnable::run);
    }

    @Override
    public boolean knows(String scheme) {
        return scheme.equals("valkey");
    }

    @Override
    public SessionStore open(StoreSettings settings) {
        calls.add("open " + settings);
        return this;
    }

    private void end(Reply reply, long value) {
        String reason = failure;
        Runnable end = () -> reply.done(reason == null ? value : 0, reason);
        if (waits) {
            replies.add(end);
        } else {
            end.run();
        }
    }

    @Override
    public void read(String key, Reply reply) {
        calls.add("read " + key);
        end(reply, values.getOrDefault(key, 0L));
    }

    @Override
    public void renew(String key, int seconds, Reply reply) {
        calls.add("renew " + key + " " + seconds);
        end(reply, values.getOrDefault(key, 0L));
    }

    @Override
    public void write(String key, long value, int seconds, Reply reply) {
        calls.add("write " + key + " " + value + " " + seconds);
        if (!key.equals("evenkeel:probe")) {
            values.put(key, value);
        }
        end(reply, 0);
    }

    @Override
    public void remove(String key, Reply reply) {
        calls.add("remove " + key);
        values.remove(key);
        end(reply, 0);
    }

    @Override
    public void close() {
        calls.add("close");
    }
}
