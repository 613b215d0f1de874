// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus;
import io.evenkeel.dispatcher.exchange.cache.head.CacheStatus.Use;
import io.evenkeel.dispatcher.exchange.cache.head.EncodedFields;
import io.evenkeel.dispatcher.exchange.cache.head.StatusLines;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerForm;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of a stored answer to a client, piece by piece as the client takes it; one after another. A piece is a copy,
 * because writers put heads and frames in front of what they are given, unless it is long and the writer takes shared
 * octets as they are. Threads: the exchange's loop.
 */
final class AnswerServing {

    private static final byte[] LENGTH = Octets.ascii("Content-Length: ");
    private static final byte[] RANGE = Octets.ascii("Content-Range: bytes ");
    private static final byte[] OUTSIDE = Octets.ascii("Content-Range: bytes */");
    private static final byte[] CONTENT = Octets.ascii("content-");
    private static final byte[] LOCATION = Octets.ascii("content-location");
    /** Fields that say for how long an answer may be kept: other caches may keep any that says so (RFC 9111 §3). */
    private static final FieldNames OF_TIME =
            FieldNames.of(List.of("cache-control", "expires", "cdn-cache-control", "surrogate-control"));

    private static final int MOST_FIELDS = 2000;

    private static final byte[] NOTHING = {};

    private final CacheUser user;
    private final CachedRequest request;
    private @Nullable StoredAnswer answer;
    private @Nullable CacheLoop loop;
    private int at;
    private int to;
    private boolean pins;
    /** The client for which it counts as kept. */
    private long client;

    /** True when its octets are given as they are. */
    private boolean shares;

    AnswerServing(CacheUser user, CachedRequest request) {
        this.user = user;
        this.request = request;
    }

    /** True from {@link #begin} to the end. */
    boolean isOn() {
        return answer != null;
    }

    /** Begins with an answer that has lines for everybody alone. */
    void begin(StoredAnswer served, RequestHead asked, Use how, long nowNs) {
        begin(served, asked, how, nowNs, NOTHING);
    }

    /**
     * Begins.
     *
     * @param served retained; released here
     * @param asked the client's own head, of which the terms are read
     * @param lines for this client alone, each with its CR LF
     */
    void begin(StoredAnswer served, RequestHead asked, Use how, long nowNs, byte[] lines) {
        CacheLoop myLoop = request.loop();
        AnswerForm form = AnswerForm.of(asked, request.terms, served.terms(), served.status(), served.length());
        boolean toHead = asked.method() == Method.HEAD;
        request.countUse(how);
        loop = myLoop;
        answer = served;
        at = (int) form.from();
        to = toHead ? at : (int) form.to();
        HeadBuffer head = myLoop.composed;
        head.clear();
        compose(served, form, asked, head);
        long ageS = served.ageS(nowNs);
        CacheStatus.age(ageS, head);
        if (request.rule().settings().status()) {
            CacheStatus.hit(how, served.terms().lifetimeS() - ageS, head);
        }
        head.add(lines);
        head.endLine();
        ResponseHead read = myLoop.answer;
        if (read.read(head.octets(), 0, head.length(), Integer.MAX_VALUE, MOST_FIELDS, toHead) != head.length()) {
            throw new IllegalStateException("a head that was stored cannot be read");
        }
        read.added().add(user.added());
        user.serving(form.status());
        AnswerWriter writer = user.writer();
        int from = at;
        shares = to - at > CacheLoop.SHORT
                && writer.takesShared()
                && served.body().octets().hasMemoryAddress();
        Sent sent;
        if (shares) {
            at = sharedEnd();
            sent = writer.headBefore(read, user.requestWhole(), served.body().octets(), from, at);
        } else {
            int end = CacheLoop.HEADROOM + fill(myLoop, served);
            sent = writer.head(read, user.requestWhole(), myLoop.piece(), CacheLoop.HEADROOM, end, at == to);
        }
        user.gave(writer.headLength() + (long) at - from);
        myLoop.cache.counts().octets.add(at - from);
        go(sent);
    }

    private int sharedEnd() {
        return Math.min(to, at + CacheLoop.SHARED_PIECE);
    }

    /** Puts the next octets into the piece of the loop. */
    private int fill(CacheLoop myLoop, StoredAnswer served) {
        ByteBuf piece = myLoop.piece();
        int count = Math.min(CacheLoop.PIECE, to - at);
        if (count > 0) {
            served.body().octets().getBytes(at, piece, CacheLoop.HEADROOM, count);
            at += count;
        }
        return count;
    }

    private void compose(StoredAnswer served, AnswerForm form, RequestHead asked, HeadBuffer head) {
        head.add(StatusLines.of(form.status()));
        ByteBuf stored = served.head().octets();
        int from = head.length();
        boolean encodes = request.rule().settings().encode() && served.mayBeEncoded();
        // a cache of clients that has packed content would take it for content as it is, by the tag of that
        boolean confirmsPacked = encodes
                && form.status() == 304
                && (request.takesPacked(asked) || AnswerForm.isKnownPacked(asked, request.terms, served.terms()));
        if (served.isPacked() || confirmsPacked) {
            EncodedFields.write(stored, head);
        } else {
            head.add(stored, 0, stored.writerIndex());
        }
        if (encodes) {
            EncodedFields.vary(served.terms(), head);
        }
        if (form.status() == 304 || form.status() == 416) {
            dropContent(head, from, form.status() == 416 ? OF_TIME : FieldNames.NONE);
        } else if (form.status() == 206) {
            head.add(RANGE);
            CacheStatus.number(form.from(), head);
            head.add((byte) '-');
            CacheStatus.number(form.to() - 1, head);
            head.add((byte) '/');
            CacheStatus.number(served.length(), head);
            head.endLine();
        }
        if (form.status() == 416) {
            head.add(OUTSIDE);
            CacheStatus.number(served.length(), head);
            head.endLine();
        }
        if (form.status() != 304 && form.status() != 204) {
            head.add(LENGTH);
            CacheStatus.number(form.to() - form.from(), head);
            head.endLine();
        }
    }

    /** Takes the lines about the content, and others by name, out of those from an index on. */
    private static void dropContent(HeadBuffer head, int from, FieldNames others) {
        byte[] octets = head.octets();
        int end = head.length();
        int kept = from;
        for (int line = from; line < end; ) {
            int next = Octets.indexOf(octets, line, end, Octets.LF) + 1;
            int colon = Octets.indexOf(octets, line, next, (byte) ':');
            boolean content = colon - line > CONTENT.length
                    && Octets.equalsLower(octets, line, line + CONTENT.length, CONTENT)
                    && !Octets.equalsLower(octets, line, colon, LOCATION);
            if (!content && !others.has(octets, line, colon)) {
                System.arraycopy(octets, line, octets, kept, next - line);
                kept += next - line;
            }
            line = next;
        }
        head.cut(kept);
    }

    /** The client takes more. */
    void drained() {
        go(Sent.ALL);
    }

    private void go(Sent before) {
        Sent sent = before;
        StoredAnswer served = answer;
        CacheLoop myLoop = loop;
        if (served == null || myLoop == null) {
            return;
        }
        while (sent == Sent.ALL && at < to) {
            int from = at;
            if (shares) {
                at = sharedEnd();
                sent = user.writer().body(served.body().octets(), from, at, at == to);
            } else {
                int end = CacheLoop.HEADROOM + fill(myLoop, served);
                sent = user.writer().body(myLoop.piece(), CacheLoop.HEADROOM, end, at == to);
            }
            user.gave(at - from);
            myLoop.cache.counts().octets.add(at - from);
        }
        if (sent == Sent.FAILED) {
            drop();
            user.cut();
        } else if (at == to) {
            drop();
            user.served();
        } else if (!pins) {
            pins = true;
            client = user.network();
            myLoop.cache.budget().pin(served, client);
        }
    }

    /** Gives the answer back. */
    void drop() {
        StoredAnswer served = answer;
        CacheLoop myLoop = loop;
        if (served != null && myLoop != null) {
            answer = null;
            loop = null;
            if (pins) {
                pins = false;
                myLoop.cache.budget().unpin(served, client);
            }
            served.release();
        }
    }
}
