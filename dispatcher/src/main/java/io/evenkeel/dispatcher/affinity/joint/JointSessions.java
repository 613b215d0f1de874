// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.joint;

import io.evenkeel.dispatcher.affinity.joint.NewsQueue.News;
import io.evenkeel.dispatcher.affinity.store.SessionStore;
import io.evenkeel.dispatcher.affinity.store.StoreLink;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.affinity.table.SessionTable;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * The learned sessions of all joined dispatchers, by cluster: what this one learns is told to the others, and what they
 * tell is found here. It takes the place of a store, and answers at once.
 *
 * <p>Of two nodes the one that was given to the session later holds, by its age in seconds, and of two of one age the
 * node with the higher key; of one node the younger age and the later use hold. Ages are whole seconds of each
 * dispatcher's clock. So tables that have heard the same news agree on the node, in whatever order the news came, when
 * the nodes were given three seconds apart; two that were given within less may stand in two tables until one of the
 * next renewals. All of a table may be told at any time, and news may be lost: a session is told again when it is
 * renewed, once a minute while it is used. A session that has ended is forgotten; one that an old message brings back
 * is over after the idle time.
 *
 * <p>News of sessions that were known before, which have two requests or more or a node that they had, are told first:
 * clients who begin a session with each request keep none of them back. Of these and of those that begin at most
 * {@value #MOST_NEWS} each wait to be told, and {@link #news} gives {@value #MOST_TOGETHER} at a time. Threads: any.
 */
public final class JointSessions implements SessionStore {

    /** News that are told together, at most. */
    public static final int MOST_TOGETHER = 1_000;

    static final int MOST_NEWS = 20_000;

    private static final String NAME = "joined dispatchers";
    private static final int HALF = 16;
    private static final long NS_PER_S = 1_000_000_000L;

    private final LongSupplier nanoTime;
    private final EventLogger log;
    private final StoreLink link;
    private final Map<String, SessionTable> tables = new ConcurrentHashMap<>();
    private final NewsQueue known = new NewsQueue();
    private final NewsQueue begun = new NewsQueue();
    private final AtomicBoolean leavesOut = new AtomicBoolean();

    /** @param nanoTime the clock of the loops */
    public JointSessions(LongSupplier nanoTime, EventLogger log) {
        this.nanoTime = nanoTime;
        this.log = log;
        this.link = new StoreLink(NAME, this, log, nanoTime.getAsLong());
    }

    /** The way to these sessions, as to a store. */
    public StoreLink link() {
        return link;
    }

    /** Follows the bounds of a cluster; its table is made again, empty, when they change. */
    public void follow(String cluster, int entries, int idleSeconds) {
        tables.compute(
                cluster,
                (name, present) ->
                        present != null && present.entries() == entries && present.idleSeconds() == idleSeconds
                                ? present
                                : new SessionTable(entries, idleSeconds, new NobodyListens()));
    }

    /** Forgets the sessions of all other clusters than these. */
    public void retain(Set<String> clusters) {
        tables.keySet().retainAll(clusters);
    }

    /** Ends sessions that are over in a part of the tables; once a second. */
    public void sweep() {
        int nowS = seconds();
        tables.values().forEach(each -> each.sweep(nowS));
    }

    private int seconds() {
        return (int) Math.floorDiv(nanoTime.getAsLong(), NS_PER_S);
    }

    /** The sessions of a cluster at this moment; those that are over but not swept count. */
    public int size(String cluster) {
        SessionTable table = tables.get(cluster);
        return table == null ? 0 : table.size();
    }

    /** The sessions that have changed, or were used, and were not told yet; some of them. */
    public List<ToldSessions> news() {
        Map<String, SessionLister> lists = new LinkedHashMap<>();
        int nowS = seconds();
        for (int i = 0; i < MOST_TOGETHER; i++) {
            News each = known.next();
            if (each == null) {
                each = begun.next();
            }
            if (each == null) {
                leavesOut.set(false);
                break;
            }
            SessionTable table = tables.get(each.cluster());
            SessionLister list = lists.computeIfAbsent(each.cluster(), name -> new SessionLister());
            if (each.ended()) {
                list.session(each.high(), each.low(), 0, 0, 0);
            } else if (table != null) {
                table.look(SessionKey.of(each.high(), each.low()), nowS, list);
            }
        }
        List<ToldSessions> told = new ArrayList<>();
        lists.forEach((cluster, list) -> told.add(list.of(cluster)));
        told.removeIf(each -> each.size() == 0);
        return told;
    }

    /** Takes over what another dispatcher tells of sessions; those of a cluster that is not here are left out. */
    public void hear(ToldSessions told) {
        SessionTable table = tables.get(told.cluster());
        if (table == null) {
            return;
        }
        int nowS = seconds();
        for (int i = 0; i < told.size(); i++) {
            SessionKey key = SessionKey.of(told.high()[i], told.low()[i]);
            if (told.nodes()[i] == 0) {
                table.forget(key, nowS);
            } else {
                table.merge(key, told.nodes()[i], told.ages()[i], told.idles()[i], nowS);
            }
        }
    }

    /** All sessions, part by part. */
    public SessionWalk walk() {
        return new SessionWalk(tables, this::seconds);
    }

    @Override
    public void read(String key, Reply reply) {
        SessionTable table = tables.get(cluster(key));
        reply.done(table == null ? 0 : table.peek(session(key), seconds()), null);
    }

    @Override
    public void renew(String key, int seconds, Reply reply) {
        SessionTable table = tables.get(cluster(key));
        long node = table == null ? 0 : table.home(session(key), seconds());
        if (node != 0) {
            tell(known, key, false);
        }
        reply.done(node, null);
    }

    @Override
    public void write(String key, long value, int seconds, Reply reply) {
        SessionTable table = tables.get(cluster(key));
        if (table != null) {
            SessionKey session = session(key);
            int nowS = seconds();
            boolean wasKnown;
            if (table.peek(session, nowS) == value) {
                wasKnown = table.home(session, nowS) != 0;
            } else {
                wasKnown = table.forget(session, nowS); // so that its age begins now
                table.remember(session, value, nowS);
            }
            tell(wasKnown ? known : begun, key, false);
        }
        reply.done(0, null);
    }

    @Override
    public void remove(String key, Reply reply) {
        SessionTable table = tables.get(cluster(key));
        if (table != null && table.forget(session(key), seconds())) {
            tell(known, key, true);
        }
        reply.done(0, null);
    }

    private void tell(NewsQueue queue, String key, boolean ended) {
        SessionKey session = session(key);
        if (!queue.add(new News(cluster(key), session.high(), session.low(), ended))
                && leavesOut.compareAndSet(false, true)) {
            log.warn("more sessions change than joined dispatchers are told; some are told when they are used"
                    + " again, within a minute");
        }
    }

    /** Of {@code evenkeel:CLUSTER:HASH}. */
    private static String cluster(String key) {
        return key.substring(key.indexOf(':') + 1, key.lastIndexOf(':'));
    }

    private static SessionKey session(String key) {
        int from = key.lastIndexOf(':') + 1;
        return SessionKey.of(
                HexFormat.fromHexDigitsToLong(key, from, from + HALF),
                HexFormat.fromHexDigitsToLong(key, from + HALF, from + 2 * HALF));
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
