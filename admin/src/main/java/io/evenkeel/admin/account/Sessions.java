// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who is signed in: in memory, so that a restart signs everybody out.
 *
 * <p>A session has an id that nobody can choose or guess, made at sign-in. It ends when it was idle for {@link #IDLE}, after
 * {@link #LONGEST}, at sign-out, and when password or role of its user change, whoever changes them. Any thread.
 */
public final class Sessions {

    public static final Duration IDLE = Duration.ofHours(1);
    public static final Duration LONGEST = Duration.ofHours(12);

    private static final int MOST = 1_000;
    private static final int ID_OCTETS = 32;

    private final Accounts accounts;
    private final InstantSource clock;
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    private static final class Session {
        private final String user;
        private final String stamp;
        private final long beganMs;
        private long usedMs;

        Session(User user, long nowMs) {
            this.user = user.name();
            this.stamp = user.stamp();
            this.beganMs = nowMs;
            this.usedMs = nowMs;
        }
    }

    /** No sessions yet. */
    public Sessions(Accounts accounts) {
        this(accounts, InstantSource.system());
    }

    Sessions(Accounts accounts, InstantSource clock) {
        this.accounts = accounts;
        this.clock = clock;
    }

    /** Begins a session; when there are too many the oldest ends. Returns its id. */
    public synchronized String begin(User user) {
        if (sessions.size() >= MOST) {
            Iterator<String> oldest = sessions.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        String id = Secrets.hex(ID_OCTETS);
        sessions.put(id, new Session(user, clock.millis()));
        return id;
    }

    /** The user of a session that goes on, which counts as use of it. */
    public Optional<User> use(String id) {
        return find(id, true);
    }

    /** The user of a session that goes on; looking is no use of it. */
    public Optional<User> peek(String id) {
        return find(id, false);
    }

    private synchronized Optional<User> find(String id, boolean uses) {
        Session session = sessions.get(id);
        if (session == null) {
            return Optional.empty();
        }
        long nowMs = clock.millis();
        Optional<User> user = accounts.find(session.user)
                .filter(now -> now.stamp().equals(session.stamp))
                .filter(now ->
                        nowMs - session.usedMs < IDLE.toMillis() && nowMs - session.beganMs < LONGEST.toMillis());
        if (user.isEmpty()) {
            sessions.remove(id);
        } else if (uses) {
            session.usedMs = nowMs;
        }
        return user;
    }

    public synchronized void end(String id) {
        sessions.remove(id);
    }
}
