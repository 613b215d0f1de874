// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.affinity.store.LoopSessions;
import io.evenkeel.dispatcher.affinity.table.SessionHash;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.affinity.table.SessionTable;
import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * Follows the application's sessions by their cookie: which node has each, and which were lost. For the requests of one
 * event loop; the table is everybody's.
 *
 * <p>A session is known by a keyed hash of its identifier, without the routes behind it, which app servers change when
 * a session moves, and without the four digits in front by which Liberty counts copies. It is lost when a node that did
 * not have it sets another one in its place, and is over then. A node that has it may give it a new identifier, as
 * logins do; it goes on.
 */
final class SeenSessions {

    /** Octets of the longest value that is taken for a session. */
    static final int LONGEST = 512;

    private static final int FAILED = 500;

    private static final byte[] EXPIRED = Octets.ascii("max-age=0");
    private static final byte[] EXPIRES = Octets.ascii("expires=");
    private static final byte[] LONG_AGO = Octets.ascii("1970");

    private final CookieReader reader;
    private final SessionHash hash;
    private final SessionTable table;
    private final RouteTable routes;
    private final AffinityCounts counts;
    private final LoopClock clock;
    private final boolean believes;
    private final @Nullable LoopSessions store;
    private final SessionKey set = new SessionKey();
    private final SessionKey setShared = new SessionKey();

    /**
     * The sessions of a cluster.
     *
     * @param believes true to remember a session that is not known with the node that serves it
     * @param store shares the sessions with other dispatchers; null when they are not shared
     */
    SeenSessions(
            String cookie,
            SessionHash hash,
            SessionTable table,
            RouteTable routes,
            AffinityCounts counts,
            LoopClock clock,
            boolean believes,
            @Nullable LoopSessions store) {
        this.reader = new CookieReader(cookie);
        this.hash = hash;
        this.table = table;
        this.routes = routes;
        this.counts = counts;
        this.clock = clock;
        this.believes = believes;
        this.store = store;
    }

    /**
     * Reads the session of a request, looks for its node, and counts the request as one of the session.
     *
     * @param mark hears of it
     */
    void read(RequestHead head, SessionMark mark) {
        if (reader.first(head) && isSession()) {
            identify(head.octets(), mark.session(), mark.shared());
            int nowS = clock.seconds();
            long node = table.home(mark.session(), nowS);
            mark.sent(node);
            LoopSessions mine = store;
            if (mine == null) {
                return;
            }
            if (node != 0 && mine.keeps(node, nowS)) {
                mine.used(mark.session(), mark.shared(), node, nowS);
            } else {
                mark.unknown(mine);
            }
        }
    }

    private boolean isSession() {
        int length = reader.valueEnd() - reader.valueAt();
        return length > 0 && length <= LONGEST;
    }

    private void identify(byte[] octets, SessionKey key, SessionKey shared) {
        int value = reader.valueAt();
        int from = RouteTable.identifierAt(octets, value, reader.valueEnd());
        int to = routes.identifierEnd(octets, value, reader.valueEnd());
        hash.of(octets, from, to, key);
        if (store != null) {
            store.identify(octets, from, to, shared);
        }
    }

    /**
     * Sees which session an answer begins, keeps or ends. A failure moves no session.
     *
     * @param mark that of the request
     */
    void answered(SessionMark mark, Node node, ResponseHead head) {
        if (head.status() >= FAILED) {
            return;
        }
        int nowS = clock.seconds();
        if (!reader.find(head)) {
            if (mark.hasSession() && mark.sessionNode() != node.key()) {
                servedElsewhere(mark, node.key(), nowS);
            }
        } else if (ends(head, reader)) {
            if (mark.hasSession()) {
                forget(mark, nowS);
            }
        } else if (isSession()) {
            identify(head.octets(), set, setShared);
            sets(mark, node.key(), nowS);
            mark.began(set.high());
        }
    }

    /** A node has served a session that was not there, as far as is known, and has said nothing of it. */
    private void servedElsewhere(SessionMark mark, long node, int nowS) {
        boolean moved = mark.sessionNode() != 0;
        boolean remembers = moved || isBelieved(mark, node, nowS);
        if (!remembers) {
            return;
        }
        if (mark.isUndecided()) {
            leaveToStore(mark, node, moved);
        } else {
            table.remember(mark.session(), node, nowS);
            if (store != null && moved) {
                store.set(mark.shared(), node);
            }
        }
    }

    /** A node has set the session that the request had, or another one. */
    private void sets(SessionMark mark, long node, int nowS) {
        SessionKey sent = mark.session();
        long at = mark.sessionNode();
        boolean same = mark.hasSession() && set.high() == sent.high() && set.low() == sent.low();
        if (same && mark.isUndecided()) {
            leaveToStore(mark, node, true);
            return;
        }
        boolean replaces = mark.hasSession() && !same;
        boolean goesOn = false;
        if (replaces && mark.isUndecided()) {
            leaveReplacedToStore(mark, node);
        } else if (replaces && at == node) {
            goesOn = table.rename(sent, set, at, nowS);
            if (goesOn && store != null) {
                store.ended(mark.shared());
            }
        } else if (replaces && at != 0) {
            counts.sessionBroken();
            table.replaced(sent, nowS);
        }
        if (!goesOn) {
            table.remember(set, node, nowS);
        }
        if (store != null && !(same && at == node)) {
            store.set(setShared, node);
        }
    }

    /**
     * The store had not told the session's node in time, and a node has served it: it counts as the session's node if
     * the store knows of no other one. Until then the session is not known, so its next request asks again.
     *
     * @param tells true to tell the store
     */
    private void leaveToStore(SessionMark mark, long node, boolean tells) {
        SessionKey key = copy(mark.session());
        SessionKey shared = copy(mark.shared());
        long before = mark.sessionNode();
        mark.whenDecided(told -> {
            int nowS = clock.seconds();
            long known = table.peek(key, nowS);
            if (known == 0 || known == before) {
                table.remember(key, node, nowS);
                if (tells && store != null) {
                    store.set(shared, node);
                }
            }
        });
    }

    /**
     * The store had not told the session's node in time, and a node has put another session in its place: it was lost
     * if the store knows it at another node.
     */
    private void leaveReplacedToStore(SessionMark mark, long node) {
        SessionKey key = copy(mark.session());
        SessionKey shared = copy(mark.shared());
        SessionKey next = copy(set);
        long before = mark.sessionNode();
        mark.whenDecided(told -> {
            long had = told != 0 ? told : before;
            if (had == node) {
                table.rename(key, next, node, clock.seconds());
                if (store != null) {
                    store.ended(shared);
                }
            } else if (had != 0) {
                counts.sessionBroken();
                table.replaced(key, clock.seconds());
            }
        });
    }

    private static SessionKey copy(SessionKey key) {
        return SessionKey.of(key.high(), key.low());
    }

    private void forget(SessionMark mark, int nowS) {
        table.forget(mark.session(), nowS);
        if (store != null) {
            store.ended(mark.shared());
        }
        if (mark.isUndecided()) {
            SessionKey key = copy(mark.session());
            mark.whenDecided(told -> table.forget(key, clock.seconds()));
        }
    }

    /**
     * True when a session that is not known may be remembered with the node that serves it: the request named the node,
     * as those of users do who were there before a restart, or remembering is all there is. Half of the table is kept
     * for sessions that nodes have set, since anybody can make one up. What another request has learned meanwhile
     * counts more.
     */
    private boolean isBelieved(SessionMark mark, long node, int nowS) {
        return (believes || mark.home() == node)
                && table.size() < table.entries() / 2
                && (store == null || table.peek(mark.session(), nowS) == 0);
    }

    /** True when the cookie that a reader has found is one that the browser is to drop. */
    static boolean ends(ResponseHead head, CookieReader reader) {
        if (reader.valueAt() == reader.valueEnd()) {
            return true;
        }
        byte[] octets = head.octets();
        int to = reader.lineEnd();
        for (int at = Octets.indexOf(octets, reader.valueEnd(), to, (byte) ';'); at < to; ) {
            int from = at + 1;
            while (from < to && octets[from] == Octets.SP) {
                from++;
            }
            int end = Octets.indexOf(octets, from, to, (byte) ';');
            if (Octets.equalsLower(octets, from, end, EXPIRED) || isLongAgo(octets, from, end)) {
                return true;
            }
            at = end;
        }
        return false;
    }

    private static boolean isLongAgo(byte[] octets, int from, int to) {
        int value = from + EXPIRES.length;
        if (value > to || !Octets.equalsLower(octets, from, value, EXPIRES)) {
            return false;
        }
        for (int i = value; i < to; i++) {
            if (Octets.startsWith(octets, i, to, LONG_AGO)) {
                return true;
            }
        }
        return false;
    }
}
