// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;

/** Facts of a request head that are needed after its reader has gone on to the head of another connection. */
public final class RequestFacts {

    private static final byte[] NOTHING = new byte[0];

    private Method method = Method.OTHER;
    private boolean hasBody;
    private boolean upgrades;
    private byte[] offered = NOTHING;
    private boolean awaitsContinue;

    /** Remembers a head. */
    public void of(RequestHead head) {
        method = head.method();
        hasBody = head.framing() != Framing.NONE;
        upgrades = head.upgrades();
        offered = upgrades ? head.offeredProtocols() : NOTHING;
        awaitsContinue = hasBody && head.expectsContinue();
    }

    /**
     * Remembers that there was no readable head.
     *
     * @param toHead true when it was seen to begin a HEAD request, whose answer has no body
     */
    public void none(boolean toHead) {
        method = toHead ? Method.HEAD : Method.OTHER;
        hasBody = false;
        upgrades = false;
        offered = NOTHING;
        awaitsContinue = false;
    }

    /** A hash of the requested content: host and path without the query; never 0. */
    public static long contentKey(RequestHead head) {
        byte[] octets = head.octets();
        long hash = 0xcbf29ce484222325L;
        for (int i = head.hostAt(); i < head.hostEnd(); i++) {
            hash = (hash ^ octets[i]) * 0x100000001b3L;
        }
        for (int i = head.target().pathAt(); i < head.target().end() && octets[i] != '?'; i++) {
            hash = (hash ^ octets[i]) * 0x100000001b3L;
        }
        return hash == 0 ? 1 : hash;
    }

    public boolean isHead() {
        return method == Method.HEAD;
    }

    public boolean isTrace() {
        return method == Method.TRACE;
    }

    /** True when the request may be sent twice, should nobody know whether it has arrived. */
    public boolean repeatable() {
        return method.safe() && !hasBody;
    }

    /** True while the client waits for 100 (Continue) before it sends its body: the next octet must be the node's. */
    public boolean awaitsContinue() {
        return awaitsContinue;
    }

    /** The client was told to go on, or sends its body without that. */
    public void continued() {
        awaitsContinue = false;
    }

    /** True when a 101 goes on with what the client has offered, as it must (RFC 9110 §7.8). */
    public boolean isAgreedBy(ResponseHead head) {
        return upgrades && head.upgradesWithin(offered);
    }

    /** True when the client asks to leave HTTP behind. */
    public boolean upgrades() {
        return upgrades;
    }
}
