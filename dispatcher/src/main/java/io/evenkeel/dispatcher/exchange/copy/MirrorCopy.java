// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.copy;

import io.evenkeel.config.listener.MirrorSettings;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.node.Cluster;
import io.netty.buffer.ByteBuf;

/**
 * The copy of a request, octet by octet as a node gets it, while it is gathered. It is given to its taker once, when
 * the request is whole and was let in; one that becomes too long, finds no memory, or whose request ends before, comes
 * to nothing.
 */
public final class MirrorCopy {

    private final CopyTaker taker;
    private final MirrorSettings rule;
    private final Cluster cluster;
    private final Origin origin;
    private final HeadBuffer head = new HeadBuffer(1024);
    private final HeadBuffer body = new HeadBuffer(64);
    private boolean whole;
    private boolean admitted;
    private boolean over;
    private long held;

    /**
     * @param cluster gets the copy
     * @param origin of the request
     */
    public MirrorCopy(CopyTaker taker, MirrorSettings rule, Cluster cluster, Origin origin) {
        this.taker = taker;
        this.rule = rule;
        this.cluster = cluster;
        this.origin = origin;
    }

    /** Takes over octets of the body. */
    public void add(ByteBuf in, int from, int to) {
        if (!over && body.length() + to - from > rule.body()) {
            drop();
        }
        if (holds(to - from)) {
            body.add(in, from, to);
        }
    }

    /** False when the copy is over, or ends now because there is no memory for it. */
    private boolean holds(int octets) {
        if (!over && !taker.hold(octets)) {
            drop();
        }
        if (!over) {
            held += octets;
        }
        return !over;
    }

    /** The body is whole except for its last octets. */
    public void ends(HeadBuffer tail) {
        if (holds(tail.length())) {
            body.add(tail.octets(), 0, tail.length());
            whole = true;
            give();
        }
    }

    /**
     * The request was let in.
     *
     * @param toNode the head as the node gets it
     */
    public void admit(HeadBuffer toNode) {
        if (holds(toNode.length())) {
            head.clear(toNode.length());
            head.add(toNode.octets(), 0, toNode.length());
        }
        admitted = true;
        give();
    }

    /** Comes to nothing, unless it was given to its taker. */
    public void drop() {
        if (!over) {
            over = true;
            head.shrink(0);
            body.shrink(0);
            taker.drop(held);
        }
    }

    private void give() {
        if (!over && whole && admitted) {
            over = true;
            taker.take(this);
        }
    }

    /** Octets for which its taker holds memory. */
    public long held() {
        return held;
    }

    public Cluster cluster() {
        return cluster;
    }

    /** The origin of the request. */
    public Origin origin() {
        return origin;
    }

    /** The octets of the head. */
    public HeadBuffer head() {
        return head;
    }

    /** The octets of the body, in its framing. */
    public HeadBuffer body() {
        return body;
    }
}
