// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.admission.ClientNetwork;
import io.evenkeel.dispatcher.edge.CacheRule;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus.Forwarded;
import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The cache's side of an exchange: answers requests out of it, lets them wait for what another one fetches, asks
 * nodes whether an answer is still good, and gathers what nodes answer. The exchange tells what happens; without a rule
 * of its route nothing here is done.
 *
 * <p>Threads: the exchange's loop.
 */
public final class CacheSide {

    /** The way on for a request. */
    public enum NextStep {
        /** To a node. */
        NODE,
        /** None: the request is being answered. */
        ANSWERED,
        /** None yet: {@link CacheUser#goOn} follows. */
        WAITS,
        /** Its client wants no node to be asked. */
        NOT_STORED
    }

    /** The meaning of a node's answer for the stored one that the request has. */
    public enum Validation {
        /** None: it is an answer to the client. */
        NONE,
        /** The stored one is still good: {@link #confirmed} follows. */
        CONFIRMED,
        /** Another version is still good, which validates nothing (RFC 9111 §4.3.4): {@link #asksWhole} follows. */
        ANOTHER,
        /** Something is still good, although the request had no conditions: {@link #forget} follows. */
        UNASKED
    }

    private final CachedRequest request;
    private final AnswerServing serving;
    private final Fetching fetching;
    private final ClientBacklog backlog;
    private final OldAnswer old;
    private final Lookup lookup;
    private @Nullable Refresh order;

    public CacheSide(CacheUser user, HeadMemory heads) {
        this.request = new CachedRequest(heads);
        this.serving = new AnswerServing(user, request);
        this.fetching = new Fetching(user, request);
        this.backlog = new ClientBacklog(user, request);
        this.old = new OldAnswer(request, fetching, serving);
        this.lookup = new Lookup(user, request, fetching, serving, old);
    }

    /** The word for the access log when the cache answered; null when it did not. */
    public @Nullable String word() {
        return request.use == null ? null : request.use.word;
    }

    /**
     * Looks at a request, before a node is looked for.
     *
     * @param toCluster the cluster that it would go to
     * @param proved true when it proved by its connection or its credentials who sent it
     */
    public NextStep begin(
            CacheLoop loop, CacheRule rule, RequestHead head, String toCluster, boolean proved, long nowNs) {
        request.begin(loop, rule, toCluster);
        return lookup.begin(head, proved, nowNs);
    }

    /** Sets what the next request of the exchange is for: nobody but the cache. */
    public void order(Refresh refresh) {
        order = refresh;
    }

    /** True while the request at hand was ordered by {@link #order} and has not begun. */
    public boolean isOrdered() {
        return order != null;
    }

    /** Takes on the order, whose request goes to a node. */
    public void beginOrdered(CacheLoop loop, RequestHead head, long nowNs) {
        Refresh mine = Objects.requireNonNull(order, "nothing was ordered");
        order = null;
        request.begin(loop, mine.rule(), mine.cluster());
        request.told = mine.told();
        request.restricted = false;
        request.ordered = true;
        request.terms.read(head);
        request.forwarded = Forwarded.STALE;
        fetching.take(mine.fetch());
        fetching.expect(mine.key(), true, nowNs);
        if (request.kept.keep(head, nowNs)) {
            old.hold(mine.old(), false, ClientNetwork.MANY);
        } else {
            mine.old().release();
        }
    }

    /** True when the client's own head is kept here. */
    public boolean keeps() {
        return request.kept.isKept();
    }

    /** The client's own head, of a request that waited or has an old answer. */
    public RequestHead kept(RequestHead reader) {
        return request.kept.read(reader);
    }

    /** The longest time to wait is over, if it still waits. */
    public void waitIsOver() {
        fetching.waitIsOver();
    }

    /** The client takes more of a stored answer, or of the rest of an answer that its node has sent whole. */
    public void drained() {
        if (backlog.isOn()) {
            backlog.drained();
        } else {
            serving.drained();
        }
    }

    /**
     * The client takes no more of a node's answer for now. An answer that is gathered goes on at its node's speed all
     * the same, because others may wait for it: {@link #keep} follows with what comes. Where there is no room for that,
     * it is not stored, and nobody waits for it any more.
     *
     * @return false when the node must be held back
     */
    public boolean readsAhead() {
        boolean ahead = fetching.gathers() && backlog.begin();
        if (!ahead) {
            fetching.leave();
        }
        return ahead;
    }

    /** True from {@link #readsAhead} until the client has taken all that its node has sent. */
    public boolean isBehind() {
        return backlog.isOn();
    }

    /** Octets for which there is room while the client {@link #isBehind}. */
    public int room() {
        return backlog.room();
    }

    /** True when octets for the client that is behind found no memory: its answer cannot go on. */
    public boolean isLost() {
        return backlog.isLost();
    }

    /**
     * Keeps octets of the body, of which {@link #body} was told, for the client that is behind.
     *
     * @return false when the node must be held back until {@link #catchUp}
     */
    public boolean keep(ByteBuf in, int from, int to) {
        boolean room = backlog.add(in, from, to);
        if (!room) {
            fetching.leave();
        }
        return room && fetching.gathers();
    }

    /** Gives the client more of what was kept; {@link Sent#ALL} when it has all, and takes more. */
    public Sent catchUp() {
        return backlog.isOn() ? backlog.give() : Sent.ALL;
    }

    /**
     * The node has sent all for the client that is behind.
     *
     * @param trailer what follows behind the body; null for nothing; good until the request is over
     */
    public void rest(@Nullable HeadBuffer trailer) {
        backlog.whole(trailer);
    }

    /** The meaning of a node's answer for the stored one. */
    public Validation validation(ResponseHead head) {
        return old.validation(head);
    }

    /** The request goes to a node again, once: the conditions are taken out of its head. */
    public void asksWhole(HeadBuffer toNode, long nowNs) {
        old.asksWhole(toNode, nowNs);
    }

    /** Forgets what is stored for the request, so that the next one is not asked in the same way. */
    public void forget(long nowNs) {
        old.forget(nowNs);
    }

    /**
     * The stored answer is still good: it is given to the client.
     *
     * @param head of the node's answer, with lines for this client alone added
     */
    public void confirmed(ResponseHead head, long nowNs) {
        old.confirmed(head, nowNs);
    }

    /** True when an old answer may be used in place of an error; {@link #rescue} follows, once. */
    public boolean rescues(long nowNs) {
        return old.rescues(nowNs);
    }

    /** Gives the client the old answer in place of an error. */
    public void rescue(long nowNs) {
        old.rescue(nowNs);
    }

    /**
     * The head of a node's answer goes to the client.
     *
     * @param framed true when its body comes in the framing of chunks
     */
    public void answered(ResponseHead head, boolean framed, long nowNs) {
        Forwarded why = request.forwarded;
        if (!request.isOn() || why == null) {
            return;
        }
        boolean stores = false;
        if (request.changes != null) {
            Invalidation.of(request.loop(), request.changes, head, nowNs);
        } else if (why.stores) {
            request.countMiss();
            stores = fetching.answered(head, framed, nowNs);
            old.outdated(head.status(), stores, nowNs);
            fetching.vary(head.added());
        }
        if (request.rule().settings().status()) {
            head.added().add(CacheStatus.forwarded(why, stores));
        }
    }

    /** Octets of the body go to the client, of the answer that {@link #answered} told. */
    public void body(ByteBuf in, int from, int to) {
        fetching.body(in, from, to);
    }

    /** The body is whole. */
    public void whole(boolean trailer) {
        fetching.whole(trailer);
    }

    /** The request is over: everything is given back, and an order that has not begun comes to nothing. */
    public void ended() {
        Refresh left = order;
        if (left != null) {
            order = null;
            left.drop();
        }
        over();
    }

    private void over() {
        if (!request.isOn()) {
            return;
        }
        Forwarded why = request.forwarded;
        if (why != null && why.stores && request.use == null) {
            request.countMiss();
        }
        serving.drop();
        backlog.drop();
        fetching.over();
        old.drop();
        request.end();
    }

    /** Another request has come. */
    public void clear() {
        over();
        request.use = null;
    }
}
