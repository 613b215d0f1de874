// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.edge.CacheRule;
import io.evenkeel.dispatcher.exchange.cache.CacheStatus.Forwarded;
import io.evenkeel.dispatcher.exchange.cache.CacheStatus.Use;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.memory.Fetches.Fetch;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswers;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerForm;
import io.evenkeel.dispatcher.exchange.cache.rule.Fitness;
import io.evenkeel.dispatcher.exchange.cache.rule.RequestTerms;
import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.http.Method;
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

    private static final byte[] NOTHING = {};

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

    private final CacheUser user;
    private final AnswerServing serving;
    private final Fetching fetching;
    private final RequestTerms terms = new RequestTerms();
    private final KeptHead kept;
    private @Nullable CacheLoop loop;
    private @Nullable CacheRule rule;
    private String cluster = "";
    private String told = "";
    private boolean restricted;
    private @Nullable Forwarded forwarded;
    /** The key of an unsafe request. */
    private @Nullable CacheKey changes;

    /** An answer that is no longer fresh, while a node is asked; retained. */
    private @Nullable StoredAnswer old;

    private @Nullable Use use;
    private @Nullable Refresh order;

    public CacheSide(CacheUser user, HeadMemory heads) {
        this.user = user;
        this.serving = new AnswerServing(user);
        this.fetching = new Fetching(user);
        this.kept = new KeptHead(heads);
    }

    /** The word for the access log when the cache answered; null when it did not. */
    public @Nullable String word() {
        return use == null ? null : use.word;
    }

    /**
     * Looks at a request, before a node is looked for.
     *
     * @param toCluster the cluster that it would go to
     * @param proved true when it proved by its connection or its credentials who sent it
     */
    public NextStep begin(
            CacheLoop myLoop, CacheRule myRule, RequestHead head, String toCluster, boolean proved, long nowNs) {
        loop = myLoop;
        rule = myRule;
        cluster = toCluster;
        if (!head.method().safe()) {
            return unsafe(myLoop, head);
        }
        terms.read(head);
        if (terms.bypasses() || terms.preconditions()) {
            boolean reads = head.method() == Method.GET || head.method() == Method.HEAD;
            forwarded = reads ? Forwarded.BYPASS : Forwarded.METHOD;
            myLoop.cache.counts().bypassed.increment();
            return NextStep.NODE;
        }
        restricted = proved || terms.authorized();
        told = OriginWords.of(head, user.origin());
        myLoop.key.set(head, user.origin().isHttps(head));
        StoredAnswers resource = myLoop.cache.find(myLoop.key);
        StoredAnswer found = resource == null
                ? null
                : Variants.find(resource, myRule.scope(), cluster, told, restricted, user.toNode(), myLoop.again);
        if (resource != null) {
            resource.seen();
        }
        if (found != null) {
            Fitness fitness = Fitness.of(found.terms(), terms, found.ageS(nowNs));
            if (fitness == Fitness.WHILE_REVALIDATED && leads(myLoop, head) && !refreshes(myLoop, found)) {
                fitness = Fitness.OLD;
            }
            if (fitness != Fitness.OLD) {
                boolean fresh = fitness == Fitness.FRESH;
                Use how = !fresh ? Use.STALE : fetching.hasWaited() ? Use.COLLAPSED : Use.HIT;
                serve(myLoop, found, head, how, nowNs, NOTHING);
                return NextStep.ANSWERED;
            }
        }
        if (terms.control().onlyIfCached()) {
            release(found);
            return NextStep.NOT_STORED;
        }
        return forward(myLoop, head, resource != null, found, nowNs);
    }

    private NextStep unsafe(CacheLoop myLoop, RequestHead head) {
        forwarded = Forwarded.METHOD;
        if (head.hostAt() < head.hostEnd() && !head.target().isAsterisk()) {
            myLoop.key.set(head, user.origin().isHttps(head));
            changes = myLoop.key.copy();
        }
        return NextStep.NODE;
    }

    /** True when the request is one that fetches for others, and the first to do so. */
    private boolean leads(CacheLoop myLoop, RequestHead head) {
        return isPlain(head) && fetching.lead(myLoop, myLoop.key);
    }

    /** Has an answer refreshed in the background; false when this request must do it itself. */
    private boolean refreshes(CacheLoop myLoop, StoredAnswer found) {
        if (!found.retain()) {
            return false;
        }
        Fetch fetch = fetching.give();
        Refresh refresh = Refresh.of(myLoop, myRule(), cluster, told, found, fetch, user.toNode(), user.origin());
        if (user.refresh(refresh)) {
            return true;
        }
        found.release();
        fetching.take(fetch);
        return false;
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
    public void beginOrdered(CacheLoop myLoop, RequestHead head, long nowNs) {
        Refresh mine = Objects.requireNonNull(order, "nothing was ordered");
        order = null;
        loop = myLoop;
        rule = mine.rule();
        cluster = mine.cluster();
        told = mine.told();
        restricted = false;
        terms.read(head);
        forwarded = Forwarded.STALE;
        fetching.take(mine.fetch());
        fetching.expect(mine.key(), true, nowNs);
        if (kept.keep(head, nowNs)) {
            old = mine.old();
        } else {
            mine.old().release();
        }
    }

    /** True for a request whose answer may be that of others, too. */
    private boolean isPlain(RequestHead head) {
        return head.method() == Method.GET
                && terms.rangeLine() < 0
                && !restricted
                && !terms.control().noStore();
    }

    /** Sends the request to a node, or lets it wait for another one's answer. */
    private NextStep forward(
            CacheLoop myLoop, RequestHead head, boolean known, @Nullable StoredAnswer found, long nowNs) {
        boolean whole = head.method() == Method.GET && terms.rangeLine() < 0;
        boolean asks = found != null && found.terms().canBeConfirmed();
        if (isPlain(head) && !fetching.isOn() && (asks || !terms.conditional())) {
            boolean unshared = myLoop.cache.isUnshared(myLoop.key, nowNs, Fetching.UNSHARED_NS);
            long waitNs = myRule().settings().waiting().toNanos();
            if (!unshared && !fetching.lead(myLoop, myLoop.key) && waitNs > 0 && kept.keep(head, nowNs)) {
                if (fetching.await(myLoop, nowNs, waitNs)) {
                    release(found);
                    return NextStep.WAITS;
                }
            }
        }
        myLoop.cache.counts().misses.increment();
        forwarded = found != null ? Forwarded.STALE : known ? Forwarded.VARY_MISS : Forwarded.URI_MISS;
        fetching.expect(myLoop.key.copy(), whole, nowNs);
        if (found != null && kept.keep(head, nowNs)) {
            old = found;
            if (asks) {
                Validators.put(found.terms(), user.toNode(), myLoop.again);
                user.changed();
            }
        } else {
            release(found);
        }
        return NextStep.NODE;
    }

    private CacheRule myRule() {
        if (rule == null) {
            throw new IllegalStateException("the request has no rule");
        }
        return rule;
    }

    /** True when the client's own head is kept here. */
    public boolean keeps() {
        return kept.isKept();
    }

    /** The client's own head, of a request that waited or has an old answer. */
    public RequestHead kept(RequestHead reader) {
        return kept.read(reader);
    }

    private static void release(@Nullable StoredAnswer answer) {
        if (answer != null) {
            answer.release();
        }
    }

    /** The longest time to wait is over, if it still waits. */
    public void waitIsOver() {
        fetching.waitIsOver();
    }

    private void serve(CacheLoop myLoop, StoredAnswer answer, RequestHead head, Use how, long nowNs, byte[] lines) {
        AnswerForm form = AnswerForm.of(head, terms, answer.terms(), answer.status(), answer.length());
        use = how;
        how.count(myLoop.cache.counts());
        boolean status = myRule().settings().status();
        serving.begin(myLoop, answer, form, head.method() == Method.HEAD, status, how, nowNs, lines);
    }

    /** The client takes more of a stored answer. */
    public void drained() {
        serving.drained();
    }

    /** True when an answer of a node is the word that the stored one is still good; {@link #confirmed} follows. */
    public boolean isConfirmed(int status) {
        StoredAnswer mine = old;
        return status == 304 && mine != null && mine.terms().canBeConfirmed();
    }

    /**
     * The stored answer is still good: it is given to the client.
     *
     * @param head of the node's answer, with lines for this client alone added
     */
    public void confirmed(ResponseHead head, long nowNs) {
        StoredAnswer mine = old;
        CacheLoop myLoop = loop;
        if (mine == null || myLoop == null) {
            throw new IllegalStateException("no answer was to be confirmed");
        }
        old = null;
        byte[] lines = ConfirmedAnswer.linesForOne(head);
        RequestHead asked = kept(myLoop.again);
        terms.read(asked);
        ConfirmedAnswer confirmation = new ConfirmedAnswer(myLoop, mine, head, nowNs);
        StoredAnswer next =
                confirmation.store(terms, restricted, myRule().settings(), fetching.keyOrNull(), fetching.askedNs());
        fetching.end();
        serve(myLoop, next, kept(myLoop.again), Use.CONFIRMED, nowNs, lines);
    }

    /** True when an old answer may be used in place of an error; {@link #rescue} follows, once. */
    public boolean rescues(long nowNs) {
        StoredAnswer mine = old;
        return mine != null && Fitness.rescues(mine.terms(), terms, mine.ageS(nowNs));
    }

    /** Gives the client the old answer in place of an error. */
    public void rescue(long nowNs) {
        StoredAnswer mine = old;
        CacheLoop myLoop = loop;
        if (mine == null || myLoop == null) {
            throw new IllegalStateException("there is no old answer");
        }
        old = null;
        fetching.end();
        RequestHead asked = kept(myLoop.again);
        terms.read(asked);
        serve(myLoop, mine, asked, Use.RESCUED, nowNs, NOTHING);
    }

    /**
     * The head of a node's answer goes to the client.
     *
     * @param framed true when its body comes in the framing of chunks
     */
    public void answered(ResponseHead head, boolean framed, long nowNs) {
        CacheRule mine = rule;
        CacheLoop myLoop = loop;
        if (mine == null || myLoop == null || forwarded == null) {
            return;
        }
        boolean stores = false;
        if (changes != null) {
            Invalidation.of(myLoop, changes, head, nowNs);
        } else if (forwarded != Forwarded.BYPASS && forwarded != Forwarded.METHOD) {
            stores = fetching.answered(myLoop, mine, cluster, told, terms, restricted, head, framed, nowNs);
            outdated(myLoop, head.status(), stores, nowNs);
        }
        if (mine.settings().status()) {
            head.added().add(CacheStatus.forwarded(forwarded, stores));
        }
    }

    /**
     * A node has said something else than what is stored: unless that is stored in its place, nothing is. A client that
     * forbids storing changes nothing.
     */
    private void outdated(CacheLoop myLoop, int status, boolean stores, long nowNs) {
        StoredAnswer mine = old;
        if (mine != null) {
            old = null;
            CacheKey key = fetching.keyOrNull();
            boolean other = status < 400 || status == 404 || status == 410;
            if (!stores && other && key != null && !terms.control().noStore()) {
                myLoop.cache.invalidate(key, nowNs);
            }
            mine.release();
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
        if (rule == null) {
            return;
        }
        rule = null;
        serving.drop();
        fetching.over();
        release(old);
        old = null;
        kept.give();
        changes = null;
        forwarded = null;
        told = "";
        loop = null;
    }

    /** Another request has come. */
    public void clear() {
        over();
        use = null;
    }
}
