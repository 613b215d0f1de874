// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.affinity.table.SessionTable;
import io.evenkeel.dispatcher.engine.Loop;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The learned sessions of one cluster in a store that several dispatchers share. The table of this dispatcher answers
 * first; the store is asked about sessions that the table does not know, or whose node is gone.
 *
 * <p>The table says when a session is over. In the store it lives on until it was idle for at least as long: each
 * dispatcher that serves it renews it, at most once a minute, and takes over the node that another one has given it
 * since. A session that the store has lost is written again then.
 *
 * <p>A key in the store is {@code evenkeel:CLUSTER:HASH}, its value the key of a node. A session has two hashes: one
 * with a key of this process, under which the table knows it, and one for the store, which is the same in every
 * dispatcher with the same cluster key. So another cluster key costs nobody's session at this dispatcher.
 *
 * <p>Threads: any; requests ask on their loops. A session that the table knows costs no allocation but when it is
 * renewed.
 */
public final class SharedSessions {

    private static final int LONGEST_PERIOD = 60;
    private static final int PERIODS_OF_IDLE = 8;
    private static final long NS_PER_S = 1_000_000_000L;

    private final SessionTable table;
    private final StoreLink link;
    private final String prefix;
    private final long boundNs;
    private final int period;
    private final int seconds;

    /**
     * The sessions of a cluster.
     *
     * @param table of the cluster
     * @param boundNs the longest that a request waits for the store
     */
    public SharedSessions(SessionTable table, StoreLink link, String cluster, long boundNs) {
        this.table = table;
        this.link = link;
        this.prefix = "evenkeel:" + cluster + ":";
        this.boundNs = boundNs;
        this.period = Math.min(LONGEST_PERIOD, Math.max(1, table.idleSeconds() / PERIODS_OF_IDLE));
        this.seconds = table.idleSeconds() + period;
    }

    /** The store, and what it was asked. */
    public StoreView view() {
        return link.view();
    }

    /**
     * Asks the store for the node of a session that the table does not know, or whose node is gone. What it finds is in
     * the table before the request goes on, and for the next one when the request has gone on without.
     *
     * @param key the session in the table
     * @param shared the session in the store
     * @param then gets the key of the node, or 0, on the loop: once, after this call and within the bound, unless the
     *     question is cancelled
     * @return null when the store is left alone: the request goes on at once
     */
    public @Nullable StoreQuestion ask(SessionKey key, SessionKey shared, Loop loop, LongConsumer then) {
        long high = key.high();
        long low = key.low();
        StoreQuestion question = new StoreQuestion(link, loop, boundNs, then);
        boolean asked = link.ask(
                name(shared),
                (node, failure) -> loop.execute(() -> {
                    if (node != 0) {
                        table.remember(SessionKey.of(high, low), node, (int) (loop.nowNs() / NS_PER_S));
                    }
                    question.answered(node, failure != null);
                }));
        if (!asked) {
            return null;
        }
        question.begin();
        return question;
    }

    /**
     * A request of a session that {@link SessionTable#home} has found: renews it in the store when that is due.
     *
     * @param key the session in the table
     * @param shared the session in the store
     * @param node the key of its node
     */
    public void used(SessionKey key, SessionKey shared, long node, int nowSeconds) {
        if (Math.floorDiv(nowSeconds, period) != Math.floorDiv(nowSeconds - key.idleSeconds(), period)) {
            renew(key.high(), key.low(), name(shared), node, nowSeconds);
        }
    }

    private void renew(long high, long low, String name, long node, int nowSeconds) {
        link.renew(name, seconds, (there, failure) -> {
            if (failure == null && there == 0) {
                link.write(name, node, seconds);
            } else if (failure == null && there != node) {
                table.remember(SessionKey.of(high, low), there, nowSeconds);
            }
        });
    }

    /**
     * A session that its application has begun on a node, or that has moved there; not one that only a client names.
     *
     * @param shared the session in the store
     */
    public void set(SessionKey shared, long node) {
        link.write(name(shared), node, seconds);
    }

    /**
     * A session that its application has ended.
     *
     * @param shared the session in the store
     */
    public void ended(SessionKey shared) {
        link.remove(name(shared));
    }

    private String name(SessionKey shared) {
        HexFormat hex = HexFormat.of();
        return prefix + hex.toHexDigits(shared.high()) + hex.toHexDigits(shared.low());
    }
}
