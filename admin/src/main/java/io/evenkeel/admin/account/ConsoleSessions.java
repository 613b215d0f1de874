// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import io.evenkeel.admin.limit.AddressRange;
import io.evenkeel.dispatcher.log.EventLogger;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sessions of signed-in users: in memory, so that a restart signs everybody out.
 *
 * <p>A session has an id that nobody can choose or guess, made at sign-in. It ends when it was idle for {@link #IDLE},
 * after {@link #LONGEST}, at sign-out, and when somebody changes the password or role of its user. It is good for the
 * browser and the {@link AddressRange} of the sign-in only, so that a stolen id proves nothing elsewhere. A session
 * also knows whether the password was given in the last {@link #FRESH}, for actions that need more than a session. Any
 * thread.
 */
public final class ConsoleSessions {

    public static final Duration IDLE = Duration.ofHours(1);
    public static final Duration LONGEST = Duration.ofHours(12);

    /** After this time the password is asked for again before the most important actions. */
    public static final Duration FRESH = Duration.ofMinutes(10);

    private static final int MOST = 1_000;
    private static final int ID_OCTETS = 32;
    private static final int HANDLE_OCTETS = 8;
    private static final int LONGEST_BROWSER = 200;

    private final Accounts accounts;
    private final EventLogger log;
    private final InstantSource clock;
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    private static final class Session {
        private final String handle = Secrets.hex(HANDLE_OCTETS);
        private final String user;
        private final String stamp;
        private final String from;
        private final String browser;
        private final long beganMs;
        private long usedMs;
        private long provedMs;
        private boolean suspected;

        Session(Account user, String from, String browser, long nowMs) {
            this.user = user.name();
            this.stamp = user.stamp();
            this.from = from;
            this.browser = shortened(browser);
            this.beganMs = nowMs;
            this.usedMs = nowMs;
            this.provedMs = nowMs;
        }

        boolean isFor(String address, String name) {
            return browser.equals(shortened(name)) && AddressRange.of(from).equals(AddressRange.of(address));
        }

        SessionView view() {
            return new SessionView(handle, user, from, browser, beganMs, usedMs);
        }
    }

    /**
     * No sessions yet.
     *
     * @param log told of sessions that were used from elsewhere
     */
    public ConsoleSessions(Accounts accounts, EventLogger log) {
        this(accounts, log, InstantSource.system());
    }

    ConsoleSessions(Accounts accounts, EventLogger log, InstantSource clock) {
        this.log = log;
        this.accounts = accounts;
        this.clock = clock;
    }

    /**
     * Begins a session; when there are too many the oldest ends.
     *
     * @param from network address
     * @param browser the browser's name for itself
     * @return its id, which proves the session
     */
    public synchronized String begin(Account user, String from, String browser) {
        if (sessions.size() >= MOST) {
            Iterator<String> oldest = sessions.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        String id = Secrets.hex(ID_OCTETS);
        sessions.put(id, new Session(user, from, browser, clock.millis()));
        return id;
    }

    private static String shortened(String browser) {
        return browser.substring(0, Math.min(browser.length(), LONGEST_BROWSER));
    }

    /**
     * The user of a session that goes on; empty when the id comes from elsewhere than the sign-in. That does not end
     * the session, so that a thief of the id cannot sign its owner out; but the owner has to give the password again
     * before the most important actions.
     *
     * @param from network address
     * @param browser the browser's name for itself
     * @param uses true when this counts as use of the session
     */
    public synchronized Optional<Account> find(String id, String from, String browser, boolean uses) {
        Session session = sessions.get(id);
        if (session == null) {
            return Optional.empty();
        }
        if (!session.isFor(from, browser)) {
            session.provedMs = Long.MIN_VALUE / 2;
            if (!session.suspected) {
                session.suspected = true;
                log.warn("a session of " + session.user + " that began at " + session.from + " was used from " + from
                        + " or by another browser, and was refused");
            }
            return Optional.empty();
        }
        return find(id, uses);
    }

    /** The user of a session that goes on, which counts as use of it. */
    Optional<Account> use(String id) {
        return find(id, true);
    }

    /** Tells whether the password was given for a session in the last {@link #FRESH}. */
    public synchronized boolean isFresh(String id) {
        Session session = sessions.get(id);
        return session != null && clock.millis() - session.provedMs < FRESH.toMillis();
    }

    /** The password was given again. */
    public synchronized void prove(String id) {
        Session session = sessions.get(id);
        if (session != null) {
            session.provedMs = clock.millis();
        }
    }

    /** The user of a session that goes on; this look does not count as use of it. */
    public Optional<Account> peek(String id) {
        return find(id, false);
    }

    private synchronized Optional<Account> find(String id, boolean uses) {
        Session session = sessions.get(id);
        if (session == null) {
            return Optional.empty();
        }
        long nowMs = clock.millis();
        Optional<Account> user = accounts.find(session.user)
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

    /** The sessions of a user that go on, the oldest first. */
    public synchronized List<SessionView> of(String user) {
        List.copyOf(sessions.keySet()).forEach(id -> find(id, false));
        return sessions.values().stream()
                .filter(session -> session.user.equals(user))
                .map(Session::view)
                .toList();
    }

    /** True when an id proves the session of a handle. */
    public synchronized boolean isOf(String id, String handle) {
        Session session = sessions.get(id);
        return session != null && session.handle.equals(handle);
    }

    /** Ends one session of a user; false when the user has none of that handle. */
    public synchronized boolean end(String user, String handle) {
        return sessions.values().removeIf(session -> session.user.equals(user) && session.handle.equals(handle));
    }

    /** Ends all sessions of a user except one, and returns their number; an id that proves none spares none. */
    public synchronized int endOthers(String user, String spared) {
        int before = sessions.size();
        sessions.entrySet()
                .removeIf(entry ->
                        entry.getValue().user.equals(user) && !entry.getKey().equals(spared));
        return before - sessions.size();
    }
}
