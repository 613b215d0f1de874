// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.edge.CacheRule;
import io.evenkeel.dispatcher.exchange.cache.head.Variants;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.memory.Fetches.Fetch;
import io.evenkeel.dispatcher.exchange.cache.memory.RequestWay;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.Doorkeeper;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import io.evenkeel.dispatcher.exchange.cache.rule.StoredFields;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fetch of an answer for the cache: this request's own, for which others may wait, or another one's, for which this
 * request waits. Threads: the exchange's loop.
 */
final class Fetching {

    private final CacheUser user;
    private final CachedRequest request;
    private @Nullable Fetch mine;
    private @Nullable CacheKey key;
    private boolean wholeRequest;
    /** Null for a request of which the doorkeeper was not asked. */
    private Doorkeeper.@Nullable Admittance admittance;

    private long askedNs;
    private @Nullable Gathering gathering;
    private boolean waits;
    private boolean waited;
    /** True when the request that was waited for has lost its client. */
    private boolean again;

    private long waitUntilNs;
    private long ticket;

    Fetching(CacheUser user, CachedRequest request) {
        this.user = user;
        this.request = request;
    }

    /** True while others may wait for this request's answer. */
    boolean isOn() {
        return mine != null;
    }

    /** Begins to fetch for others; false when another request does so already. */
    boolean lead(CacheLoop myLoop, CacheKey wanted) {
        if (myLoop.fetches.find(wanted) != null) {
            return false;
        }
        mine = myLoop.fetches.begin(wanted.copy());
        return mine != null;
    }

    /** Hands over the fetch that others may wait for. */
    Fetch give() {
        Fetch given = Objects.requireNonNull(mine, "nothing is fetched");
        mine = null;
        return given;
    }

    /** Takes over a fetch. */
    void take(Fetch fetch) {
        mine = fetch;
    }

    /** Waits for another request's answer; false when there is none, or it has waited enough. */
    boolean await(CacheLoop myLoop, long nowNs, long mostNs) {
        if (!waited) {
            waitUntilNs = nowNs + mostNs;
        }
        Fetch other = myLoop.fetches.find(myLoop.key);
        if (other == null || nowNs >= waitUntilNs || (waited && !again)) {
            return false;
        }
        long number = ++ticket;
        waits = other.await(left -> myLoop.loop.execute(() -> ended(number, left)));
        waited |= waits;
        if (waits) {
            user.deadline(waitUntilNs);
        }
        return waits;
    }

    private void ended(long number, boolean left) {
        if (waits && number == ticket) {
            waits = false;
            again = left;
            user.goOn();
        }
    }

    boolean waits() {
        return waits;
    }

    /** True when the request has waited for another one. */
    boolean hasWaited() {
        return waited;
    }

    void waitIsOver() {
        if (waits) {
            waits = false;
            again = false;
            ticket++;
            user.goOn();
        }
    }

    /** A node will be asked, for the whole content or for something else of a URL. */
    void expect(CacheKey wanted, boolean whole, long nowNs) {
        key = wanted;
        wholeRequest = whole;
        askedNs = nowNs;
    }

    /** A node will be asked once more. */
    void askedAgain(long nowNs) {
        askedNs = nowNs;
    }

    /** The doorkeeper has said so about the URL. */
    void admitted(Doorkeeper.Admittance newAdmittance) {
        admittance = newAdmittance;
    }

    @Nullable
    CacheKey keyOrNull() {
        return key;
    }

    /** The time at which a node was asked. */
    long askedNs() {
        return askedNs;
    }

    /** A node answers; true when the answer will be stored, as far as its head tells. */
    boolean answered(ResponseHead head, boolean framed, long nowNs) {
        CacheLoop myLoop = request.loop();
        CacheRule rule = request.rule();
        CacheKey wanted = key;
        if (wanted == null || !wholeRequest) {
            end();
            return false;
        }
        long delayS = (nowNs - askedNs) / 1_000_000_000;
        AnswerTerms fit =
                AnswerTerms.of(head, request.terms, request.restricted, rule.settings(), myLoop.wallS(), delayS);
        if (fit == null) {
            if (mine != null && head.status() < 500) {
                myLoop.cache.unshared(wanted, nowNs);
            }
            end();
            return false;
        }
        if (admittance != null) {
            myLoop.cache.storable(admittance);
        }
        HeadBuffer lines = new HeadBuffer(512);
        StoredFields.write(head, myLoop.date.line(), lines);
        long length = head.framing() == Framing.CHUNKED ? -1 : head.contentLength();
        gathering = Gathering.of(
                myLoop.cache,
                wanted,
                new RequestWay(
                        rule.scope(),
                        request.cluster(),
                        request.told,
                        Variants.values(fit.vary(), user.toNode(), myLoop.again)),
                head.status(),
                fit,
                Arrays.copyOf(lines.octets(), lines.length()),
                nowNs,
                rule.settings().maxObject(),
                length,
                framed);
        if (gathering == null) {
            end();
        }
        return gathering != null && length >= 0;
    }

    /** Adds a line to an answer that others may get in another encoding. */
    void vary(HeadBuffer added) {
        Gathering present = gathering;
        if (present != null && request.rule().settings().encode()) {
            present.vary(added);
        }
    }

    void body(ByteBuf in, int from, int to) {
        Gathering present = gathering;
        if (present != null && !present.add(in, from, to)) {
            gathering = null;
            present.drop();
            end();
        }
    }

    /** @param trailer true when fields follow the body, which are not stored */
    void whole(boolean trailer) {
        Gathering present = gathering;
        if (present != null) {
            gathering = null;
            if (trailer) {
                present.drop();
            } else {
                present.store(askedNs);
            }
        }
        end();
    }

    /** True while the answer of a node is on its way into the store. */
    boolean gathers() {
        return gathering != null;
    }

    /**
     * The node is held back for a slow client: the answer is not stored, whose room nobody else could use meanwhile,
     * and one of those who wait fetches for the others.
     */
    void leave() {
        Gathering present = gathering;
        if (present != null) {
            gathering = null;
            present.drop();
        }
        end(true);
    }

    /** The fetch is over for those who wait. */
    void end() {
        end(false);
    }

    private void end(boolean left) {
        Fetch fetch = mine;
        if (fetch != null) {
            mine = null;
            fetch.end(left);
        }
    }

    /** Gives everything back. */
    void over() {
        leave();
        ticket++;
        waits = false;
        waited = false;
        again = false;
        waitUntilNs = 0;
        key = null;
        admittance = null;
    }
}
