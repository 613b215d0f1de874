// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.exchange.cache.CacheSide.Validation;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus.Use;
import io.evenkeel.dispatcher.exchange.cache.head.Validators;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.exchange.cache.rule.Fitness;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import org.jspecify.annotations.Nullable;

/**
 * A stored answer that is no longer fresh, while a node is asked: it is confirmed, stands for an error, or is outdated
 * by what the node says. Threads: the exchange's loop.
 */
final class OldAnswer {

    private final CachedRequest request;
    private final Fetching fetching;
    private final AnswerServing serving;
    /** Retained. */
    private @Nullable StoredAnswer held;

    private boolean pins;
    private long client;
    /** True once a node is asked without conditions. */
    private boolean asksWhole;

    OldAnswer(CachedRequest request, Fetching fetching, AnswerServing serving) {
        this.request = request;
        this.fetching = fetching;
        this.serving = serving;
    }

    /**
     * @param answer retained; this object's from now on
     * @param pinned true when it is for a client who would take it in several pieces: it counts as kept for that one
     * @param forClient its number
     */
    void hold(StoredAnswer answer, boolean pinned, long forClient) {
        held = answer;
        pins = pinned;
        client = forClient;
        if (pins) {
            request.loop().cache.budget().pin(answer, client);
        }
    }

    private StoredAnswer take() {
        StoredAnswer mine = held;
        if (mine == null) {
            throw new IllegalStateException("there is no old answer");
        }
        held = null;
        if (pins) {
            request.loop().cache.budget().unpin(mine, client);
        }
        return mine;
    }

    /** See {@link CacheSide#validation}. */
    Validation validation(ResponseHead head) {
        StoredAnswer mine = held;
        if (head.status() != 304) {
            return Validation.NONE;
        }
        if (asksWhole) {
            return Validation.UNASKED;
        }
        if (mine == null || !mine.terms().canBeConfirmed()) {
            return Validation.NONE;
        }
        return Validators.nameAnother(mine.terms(), head) ? Validation.ANOTHER : Validation.CONFIRMED;
    }

    /** See {@link CacheSide#asksWhole}. */
    void asksWhole(HeadBuffer toNode, long nowNs) {
        asksWhole = true;
        fetching.askedAgain(nowNs);
        Validators.drop(toNode, request.loop().again);
    }

    /** Gives the client the answer, which is still good. See {@link CacheSide#confirmed}. */
    void confirmed(ResponseHead head, long nowNs) {
        StoredAnswer mine = take();
        byte[] lines = ConfirmedAnswer.linesForOne(head);
        request.keptHead();
        ConfirmedAnswer confirmation = new ConfirmedAnswer(request.loop(), mine, head, nowNs);
        StoredAnswer next = confirmation.store(
                request.terms, request.restricted, request.rule().settings(), fetching.keyOrNull(), fetching.askedNs());
        fetching.end();
        serving.begin(next, request.kept.read(request.loop().again), Use.CONFIRMED, nowNs, lines);
    }

    /** True when it may be used in place of an error. */
    boolean rescues(long nowNs) {
        StoredAnswer mine = held;
        return mine != null && Fitness.rescues(mine.terms(), request.terms, mine.ageS(nowNs));
    }

    /** Gives the client the answer in place of an error. */
    void rescue(long nowNs) {
        StoredAnswer mine = take();
        fetching.end();
        RequestHead asked = request.keptHead();
        serving.begin(mine, asked, Use.RESCUED, nowNs);
    }

    /**
     * A node has said something else than what is stored: unless that is stored in its place, nothing is.
     */
    void outdated(int status, boolean stores, long nowNs) {
        if (held == null) {
            return;
        }
        boolean other = status < 400 || status == 404 || status == 410;
        if (!stores && other) {
            forget(nowNs);
        }
        drop();
    }

    /** See {@link CacheSide#forget}. A client that forbids storing changes nothing. */
    void forget(long nowNs) {
        CacheKey key = fetching.keyOrNull();
        if (key != null && !request.terms.control().noStore()) {
            request.loop().cache.invalidate(key, nowNs);
        }
    }

    /** Gives it back. */
    void drop() {
        asksWhole = false;
        if (held != null) {
            take().release();
        }
    }
}
