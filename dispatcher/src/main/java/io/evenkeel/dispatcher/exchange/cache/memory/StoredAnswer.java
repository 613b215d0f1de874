// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import io.evenkeel.dispatcher.exchange.cache.rule.PackedKinds;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One answer in the cache. Immutable, and shared: between {@link #retain} and {@link #release} its octets stay. Any
 * thread.
 */
public final class StoredAnswer {

    private static final long NS_PER_S = 1_000_000_000;

    /** The time after which an answer is offered again: the packed tier may have refused it, or have lost it. */
    private static final long OFFER_AGAIN_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long NEVER = Long.MIN_VALUE;

    private final RequestWay request;
    private final int status;
    private final AnswerTerms terms;
    private final long atNs;
    private final OffHeap head;
    private final OffHeap body;
    /** Octets of the content before it was packed; -1 when it is not. */
    private final int unpackedLength;

    /** True when clients may get it packed; null until somebody asks. All threads find the same. */
    private volatile @Nullable Boolean mayBeEncoded;

    private final AtomicLong offeredNs = new AtomicLong(NEVER);
    private volatile boolean shrinksLittle;

    /**
     * @param atNs the monotonic time at which the node said it
     * @param head field lines, each with its CR LF, and nothing else; the stored answer's from now on, as is the body
     * @param body a use of its own, when it is shared with another answer
     */
    public StoredAnswer(RequestWay request, int status, AnswerTerms terms, long atNs, OffHeap head, OffHeap body) {
        this(request, status, terms, atNs, head, body, -1);
    }

    private StoredAnswer(
            RequestWay request,
            int status,
            AnswerTerms terms,
            long atNs,
            OffHeap head,
            OffHeap body,
            int unpackedLength) {
        this.request = request;
        this.status = status;
        this.terms = terms;
        this.atNs = atNs;
        this.head = head;
        this.body = body;
        this.unpackedLength = unpackedLength;
    }

    /** The request that was answered, as far as others must agree with it. */
    public RequestWay request() {
        return request;
    }

    public int status() {
        return status;
    }

    public AnswerTerms terms() {
        return terms;
    }

    /** Seconds since its origin made or confirmed it. */
    public long ageS(long nowNs) {
        return terms.ageS() + Math.max(0, nowNs - atNs) / NS_PER_S;
    }

    /** Field lines, good while it is retained. */
    public OffHeap head() {
        return head;
    }

    /** The content, good while it is retained. */
    public OffHeap body() {
        return body;
    }

    /** Octets of the content. */
    public int length() {
        return body.octets().writerIndex();
    }

    /** The same with its content packed. */
    StoredAnswer packed(OffHeap ownHead, OffHeap packedBody) {
        return new StoredAnswer(request, status, terms, atNs, ownHead, packedBody, length());
    }

    /** The same with its content as it was. */
    StoredAnswer unpacked(OffHeap ownHead, OffHeap wholeBody) {
        return new StoredAnswer(request, status, terms, atNs, ownHead, wholeBody, -1);
    }

    /**
     * True when clients that take it may get the content of an answer packed.
     *
     * @param lines field lines, each with its CR LF
     */
    public static boolean mayBeEncoded(int status, byte[] lines) {
        return status == 200 && PackedKinds.mayBeEncoded(lines);
    }

    /** True when its content, as it is here, is packed in zstd. */
    public boolean isPacked() {
        return unpackedLength >= 0;
    }

    /** True when clients that take it may get the content packed. Reads the head: it must be retained. */
    public boolean mayBeEncoded() {
        Boolean known = mayBeEncoded;
        if (known == null) {
            known = mayBeEncoded(status, lines(head));
            mayBeEncoded = known;
        }
        return known;
    }

    /** True when clients could take it packed if it were: at the first call, and again every few seconds. */
    boolean offers(long nowNs) {
        if (!mayBeEncoded() || isPacked() || shrinksLittle) {
            return false;
        }
        long lastNs = offeredNs.get();
        return (lastNs == NEVER || nowNs - lastNs >= OFFER_AGAIN_NS) && offeredNs.compareAndSet(lastNs, nowNs);
    }

    /** Packing has been tried and takes little away, so that it is not tried again. */
    void shrinksLittle() {
        shrinksLittle = true;
    }

    /** Octets of the content before it was packed, if it is. */
    public int contentLength() {
        return isPacked() ? unpackedLength : length();
    }

    int unpackedLength() {
        return unpackedLength;
    }

    /** True when it is what another one was made of. */
    boolean isCopyOf(StoredAnswer other) {
        return atNs == other.atNs && request.agrees(other.request);
    }

    /**
     * True when it may become smaller: packing has not shown otherwise, and nothing in its head says that its content
     * is packed already. Reads the head: it must be retained.
     */
    boolean mayShrink() {
        return !shrinksLittle && PackedKinds.mayShrink(lines(head));
    }

    private static byte[] lines(OffHeap head) {
        byte[] lines = new byte[head.octets().writerIndex()];
        head.octets().getBytes(0, lines);
        return lines;
    }

    /** One user more; false when it is gone. */
    public boolean retain() {
        if (!head.retain()) {
            return false;
        }
        if (!body.retain()) {
            head.release();
            return false;
        }
        return true;
    }

    /** One user less. */
    public void release() {
        head.release();
        body.release();
    }

    /** Octets of the cache's memory that it counts as. */
    int weight() {
        return Math.max(ContentCache.LEAST_WEIGHT, head.capacity() + body.capacity() + request.weight());
    }
}
