// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.exchange.cache.CacheSide.NextStep;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus.Forwarded;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus.Use;
import io.evenkeel.dispatcher.exchange.cache.head.OriginWords;
import io.evenkeel.dispatcher.exchange.cache.head.Validators;
import io.evenkeel.dispatcher.exchange.cache.head.Variants;
import io.evenkeel.dispatcher.exchange.cache.memory.Fetches.Fetch;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswers;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.Doorkeeper;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerForm;
import io.evenkeel.dispatcher.exchange.cache.rule.Fitness;
import io.evenkeel.dispatcher.exchange.cache.rule.RequestTerms;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * The fate of a request by what is stored: it is answered, waits for what another one fetches, or goes to a node,
 * with an old answer in hand if there is one. Threads: the exchange's loop.
 */
final class Lookup {

    private final CacheUser user;
    private final CachedRequest request;
    private final Fetching fetching;
    private final AnswerServing serving;
    private final OldAnswer old;

    Lookup(CacheUser user, CachedRequest request, Fetching fetching, AnswerServing serving, OldAnswer old) {
        this.user = user;
        this.request = request;
        this.fetching = fetching;
        this.serving = serving;
        this.old = old;
    }

    /** Looks at the request at hand. */
    NextStep begin(RequestHead head, boolean proved, long nowNs) {
        CacheLoop loop = request.loop();
        RequestTerms terms = request.terms;
        if (!head.method().safe()) {
            return unsafe(loop, head);
        }
        terms.read(head);
        if (terms.bypasses() || terms.preconditions()) {
            return bypass(loop, head);
        }
        request.restricted = proved || terms.authorized();
        request.told = OriginWords.of(head, user.origin());
        loop.key.set(head, user.origin().isHttps(head));
        boolean takesPacked = request.takesPacked(head);
        if (takesPacked && sendsPacked(loop, head, nowNs)) {
            return NextStep.ANSWERED;
        }
        StoredAnswers resource = loop.cache.find(loop.key);
        StoredAnswer found = resource == null ? null : variant(loop, resource);
        if (resource != null) {
            if (found != null && takesPacked && !fetching.hasWaited()) {
                loop.cache.pack(loop.key, resource, found, nowNs);
            }
            resource.seen();
        }
        if (found != null) {
            return use(loop, head, found, nowNs);
        }
        return terms.control().onlyIfCached()
                ? NextStep.NOT_STORED
                : forward(loop, head, resource != null, null, nowNs);
    }

    private NextStep bypass(CacheLoop loop, RequestHead head) {
        boolean reads = head.method() == Method.GET || head.method() == Method.HEAD;
        request.forwarded = reads ? Forwarded.BYPASS : Forwarded.METHOD;
        loop.cache.counts().bypassed.increment();
        return NextStep.NODE;
    }

    /** Answers with what is stored packed; false when there is no such answer, or it is not fresh. */
    private boolean sendsPacked(CacheLoop loop, RequestHead head, long nowNs) {
        StoredAnswer packed = packed(loop, nowNs);
        if (packed == null) {
            return false;
        }
        if (isCrowded(loop, head, packed)) {
            packed.release();
            return false;
        }
        loop.cache.sentPacked();
        serving.begin(packed, head, hit(), nowNs);
        return true;
    }

    private Use hit() {
        return fetching.hasWaited() ? Use.COLLAPSED : Use.HIT;
    }

    /** Answers with a stored answer that is for the request, or has it confirmed if it is too old. */
    private NextStep use(CacheLoop loop, RequestHead head, StoredAnswer found, long nowNs) {
        boolean onlyStored = request.terms.control().onlyIfCached();
        if (isCrowded(loop, head, found)) {
            found.release();
            return onlyStored ? NextStep.NOT_STORED : crowded(loop);
        }
        Fitness fitness = Fitness.of(found.terms(), request.terms, found.ageS(nowNs));
        if (fitness == Fitness.WHILE_REVALIDATED && leads(loop, head) && !refreshes(loop, found)) {
            fitness = Fitness.OLD;
        }
        if (fitness != Fitness.OLD) {
            serving.begin(found, head, fitness == Fitness.FRESH ? hit() : Use.STALE, nowNs);
            return NextStep.ANSWERED;
        }
        if (onlyStored) {
            found.release();
            return NextStep.NOT_STORED;
        }
        return forward(loop, head, true, found, nowNs);
    }

    private NextStep crowded(CacheLoop loop) {
        request.forwarded = Forwarded.CROWDED;
        loop.cache.counts().crowded.increment();
        return NextStep.NODE;
    }

    /** The packed answer to the request, retained, if it is fresh; null for none. */
    private @Nullable StoredAnswer packed(CacheLoop loop, long nowNs) {
        StoredAnswers resource = loop.cache.findPacked(loop.key);
        StoredAnswer found = resource == null ? null : variant(loop, resource);
        if (found == null) {
            return null;
        }
        if (found.mayBeEncoded() && Fitness.of(found.terms(), request.terms, found.ageS(nowNs)) == Fitness.FRESH) {
            return found;
        }
        found.release();
        return null;
    }

    private @Nullable StoredAnswer variant(CacheLoop loop, StoredAnswers resource) {
        return Variants.find(
                resource,
                request.rule().scope(),
                request.cluster(),
                request.told,
                request.restricted,
                user.toNode(),
                loop.again);
    }

    /**
     * True when the client would have to take the answer in several pieces, and those who do so slowly keep too much
     * already. A client that takes a node's answer slowly delays only that node.
     */
    private boolean isCrowded(CacheLoop loop, RequestHead head, StoredAnswer found) {
        return loop.cache.budget().isCrowded(found, user.network()) && takesLong(head, found);
    }

    /** True when the client would have to take the answer in several pieces. */
    private boolean takesLong(RequestHead head, StoredAnswer found) {
        return AnswerForm.isLonger(CacheLoop.PIECE, head, request.terms, found.terms(), found.status(), found.length());
    }

    private NextStep unsafe(CacheLoop loop, RequestHead head) {
        request.forwarded = Forwarded.METHOD;
        if (head.hostAt() < head.hostEnd() && !head.target().isAsterisk()) {
            loop.key.set(head, user.origin().isHttps(head));
            request.changes = loop.key.copy();
        }
        return NextStep.NODE;
    }

    /** True when the request is one that fetches for others, and the first to do so. */
    private boolean leads(CacheLoop loop, RequestHead head) {
        return request.isPlain(head) && fetching.lead(loop, loop.key);
    }

    /** Has an answer refreshed in the background; false when this request must do it itself. */
    private boolean refreshes(CacheLoop loop, StoredAnswer found) {
        if (!found.retain()) {
            return false;
        }
        Fetch fetch = fetching.give();
        boolean taken = false;
        try {
            taken = user.refresh(Refresh.of(
                    loop, request.rule(), request.cluster(), request.told, found, fetch, user.toNode(), user.origin()));
        } finally {
            if (!taken) {
                found.release();
                fetching.take(fetch);
            }
        }
        return taken;
    }

    /**
     * Sends the request to a node, or lets it wait for another one's answer.
     *
     * @param known true when answers of the URL are stored, for this request or for others
     * @param found the stored answer that is for the request and too old; null for none
     */
    private NextStep forward(
            CacheLoop loop, RequestHead head, boolean known, @Nullable StoredAnswer found, long nowNs) {
        RequestTerms terms = request.terms;
        boolean whole = head.method() == Method.GET && terms.rangeLine() < 0;
        boolean asks = found != null && found.terms().canBeConfirmed();
        boolean refused = !known && !fetching.hasWaited() && request.isPlain(head) && isRefused(loop, nowNs);
        if (!refused && terms.mayWait(head, request.restricted, asks) && !fetching.isOn() && waits(loop, head, nowNs)) {
            release(found);
            return NextStep.WAITS;
        }
        request.forwarded = found != null ? Forwarded.STALE : known ? Forwarded.VARY_MISS : Forwarded.URI_MISS;
        if (refused) {
            return NextStep.NODE;
        }
        fetching.expect(loop.key.copy(), whole, nowNs);
        if (found != null && request.kept.keep(head, nowNs)) {
            old.hold(found, takesLong(head, found), user.network());
            if (asks) {
                Validators.put(found.terms(), user.toNode(), loop.again);
                user.changed();
            }
        } else {
            release(found);
        }
        return NextStep.NODE;
    }

    /** True when the answer to a plain request is not worth its place in the cache. */
    private boolean isRefused(CacheLoop loop, long nowNs) {
        if (loop.cache.isUnshared(loop.key, nowNs)) {
            return false;
        }
        Doorkeeper.Admittance admittance = loop.cache.admit(loop.key);
        fetching.admitted(admittance);
        return admittance == Doorkeeper.Admittance.REFUSED;
    }

    /** True when the request waits for another one's answer; false also when it fetches for others now. */
    private boolean waits(CacheLoop loop, RequestHead head, long nowNs) {
        boolean unshared = loop.cache.isUnshared(loop.key, nowNs);
        long waitNs = request.rule().settings().waiting().toNanos();
        return !unshared
                && !fetching.lead(loop, loop.key)
                && waitNs > 0
                && request.kept.keep(head, nowNs)
                && fetching.await(loop, nowNs, waitNs);
    }

    private static void release(@Nullable StoredAnswer answer) {
        if (answer != null) {
            answer.release();
        }
    }
}
