// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus;
import io.evenkeel.dispatcher.exchange.cache.head.StatusLines;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.memory.OffHeap;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import io.evenkeel.dispatcher.exchange.cache.rule.RequestTerms;
import io.evenkeel.dispatcher.exchange.cache.rule.StoredFields;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The word of a node, by 304, that a stored answer is still good: it is stored again with the fields of that. */
final class ConfirmedAnswer {

    private static final byte[] LENGTH = Octets.ascii("Content-Length: ");
    private static final byte[] SET_COOKIE = Octets.ascii("set-cookie");
    private static final int MOST_FIELDS = 4000;

    private final CacheLoop loop;
    private final StoredAnswer old;
    private final long nowNs;
    private final ResponseHead merged = new ResponseHead();

    /** @param old retained; released by {@link #store} */
    ConfirmedAnswer(CacheLoop loop, StoredAnswer old, ResponseHead confirming, long nowNs) {
        this.loop = loop;
        this.old = old;
        this.nowNs = nowNs;
        HeadBuffer before = new HeadBuffer(1024);
        byte[] statusLine = StatusLines.of(old.status());
        before.add(statusLine);
        before.add(old.head().octets(), 0, old.head().octets().writerIndex());
        before.endLine();
        ResponseHead stored = new ResponseHead();
        read(stored, before);
        HeadBuffer both = new HeadBuffer(1024);
        StoredFields.merge(stored, confirming, statusLine, loop.date.line(), both);
        HeadBuffer length = new HeadBuffer(64);
        length.add(LENGTH);
        CacheStatus.number(old.length(), length);
        length.endLine();
        both.insertLines(Arrays.copyOf(length.octets(), length.length()));
        read(merged, both);
    }

    private static void read(ResponseHead head, HeadBuffer octets) {
        if (head.read(octets.octets(), 0, octets.length(), Integer.MAX_VALUE, MOST_FIELDS, false) != octets.length()) {
            throw new IllegalStateException("a head that was stored cannot be read");
        }
    }

    /** Lines of the node's answer that are for this client alone. */
    static byte[] linesForOne(ResponseHead confirming) {
        HeadBuffer lines = new HeadBuffer(64);
        byte[] octets = confirming.octets();
        for (int k = 0; k < confirming.fields(); k++) {
            if (Octets.equalsLower(octets, confirming.nameAt(k), confirming.nameEnd(k), SET_COOKIE)) {
                lines.add(octets, confirming.nameAt(k), confirming.valueEnd(k));
                lines.endLine();
            }
        }
        lines.add(confirming.added().octets(), 0, confirming.added().length());
        return Arrays.copyOf(lines.octets(), lines.length());
    }

    /**
     * Stores the answer again, unless the node has made it one that is not stored, or one for other requests: then it
     * is forgotten. A request that may not be stored by itself leaves what is stored as it is.
     *
     * @return the answer to be given to the client, retained
     */
    StoredAnswer store(
            RequestTerms request, boolean restricted, RouteCacheSettings rule, @Nullable CacheKey key, long askedNs) {
        AnswerTerms terms = AnswerTerms.of(merged, request, restricted, rule, loop.wallS(), 0);
        boolean stays = terms != null && agree(terms.vary(), old.terms().vary());
        boolean storable =
                terms != null || AnswerTerms.of(merged, new RequestTerms(), false, rule, loop.wallS(), 0) != null;
        HeadBuffer lines = new HeadBuffer(1024);
        StoredFields.write(merged, loop.date.line(), lines);
        OffHeap head = loop.cache.budget().room(lines.length());
        if (head == null) {
            return old;
        }
        head.octets().writeBytes(lines.octets(), 0, lines.length());
        StoredAnswer next = new StoredAnswer(
                old.request(),
                old.status(),
                stays && terms != null ? terms : old.terms(),
                nowNs,
                head,
                old.body().again());
        old.release();
        if (key == null) {
            return next;
        }
        if (stays) {
            if (next.retain()) {
                loop.cache.put(key, next, askedNs);
            }
        } else if (terms != null || !storable) {
            loop.cache.invalidate(key, nowNs);
        }
        return next;
    }

    private static boolean agree(List<byte[]> names, List<byte[]> others) {
        boolean agree = names.size() == others.size();
        for (int k = 0; agree && k < names.size(); k++) {
            agree = Arrays.equals(names.get(k), others.get(k));
        }
        return agree;
    }
}
