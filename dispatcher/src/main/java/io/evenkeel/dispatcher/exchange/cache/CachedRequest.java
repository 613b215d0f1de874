// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.edge.CacheRule;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus.Forwarded;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus.Use;
import io.evenkeel.dispatcher.exchange.cache.head.EncodedFields;
import io.evenkeel.dispatcher.exchange.cache.head.KeptHead;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.rule.RequestTerms;
import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.http.RequestHead;
import org.jspecify.annotations.Nullable;

/** The knowledge that the cache has of one request after another of an exchange. Threads: the exchange's loop. */
final class CachedRequest {

    final RequestTerms terms = new RequestTerms();
    final KeptHead kept;
    private @Nullable CacheLoop loop;
    private @Nullable CacheRule rule;
    private String cluster = "";
    /** The words of a trusted peer that belong to the key. */
    String told = "";
    /** True when it proved who sent it: only answers for everybody may answer it, and be stored for it. */
    boolean restricted;
    /** The reason for which it goes to a node; null before that is known. */
    @Nullable
    Forwarded forwarded;
    /** The key of an unsafe request. */
    @Nullable
    CacheKey changes;
    /** The way in which the cache answered; null when it did not. */
    @Nullable
    Use use;

    /** True for a request of the cache itself, which counts nowhere. */
    boolean ordered;

    private boolean missed;

    CachedRequest(HeadMemory heads) {
        this.kept = new KeptHead(heads);
    }

    /** Begins with a request that would go to a cluster. */
    void begin(CacheLoop myLoop, CacheRule myRule, String toCluster) {
        loop = myLoop;
        rule = myRule;
        cluster = toCluster;
    }

    /** True from {@link #begin} to {@link #end}. */
    boolean isOn() {
        return rule != null;
    }

    CacheLoop loop() {
        if (loop == null) {
            throw new IllegalStateException("no request has begun");
        }
        return loop;
    }

    CacheRule rule() {
        if (rule == null) {
            throw new IllegalStateException("the request has no rule");
        }
        return rule;
    }

    String cluster() {
        return cluster;
    }

    /** True for a request whose answer may be that of others, too. */
    boolean isPlain(RequestHead head) {
        return terms.isPlain(head, restricted);
    }

    /** True when the client would take stored content packed, and its route allows that. */
    boolean takesPacked(RequestHead head) {
        return rule().settings().encode() && EncodedFields.areWanted(head, terms);
    }

    /** The client's own head, which was kept; its terms are read again. */
    RequestHead keptHead() {
        RequestHead asked = kept.read(loop().again);
        terms.read(asked);
        return asked;
    }

    /** Counts that a node answered it, and not the cache; once. */
    void countMiss() {
        if (!missed && !ordered) {
            missed = true;
            loop().cache.counts().misses.increment();
        }
    }

    /** Counts the way in which the cache answered. */
    void countUse(Use how) {
        use = how;
        if (!ordered) {
            how.count(loop().cache.counts());
        }
    }

    /** The request is over; how it was answered is known until the next one. */
    void end() {
        loop = null;
        rule = null;
        told = "";
        forwarded = null;
        changes = null;
        ordered = false;
        missed = false;
        kept.give();
    }
}
