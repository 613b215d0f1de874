// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;

/**
 * Answers of the dispatcher itself to calls of gRPC: nothing but trailers, which are one block that ends the stream
 * ("Trailers-Only" in the protocol of gRPC over HTTP/2). Their status is that which clients of gRPC make of a status of
 * HTTP (the mapping of gRPC's "http-grpc-status-mapping"), with two that say more than UNKNOWN. Stateless.
 */
public final class GrpcRefusal {

    private static final int UNKNOWN = 2;
    private static final int PERMISSION_DENIED = 7;
    private static final int RESOURCE_EXHAUSTED = 8;
    private static final int UNIMPLEMENTED = 12;
    private static final int INTERNAL = 13;
    private static final int UNAVAILABLE = 14;
    private static final int UNAUTHENTICATED = 16;

    private static final byte[] REQUEST_ID = Octets.ascii("x-request-id");
    private static final byte[] DATE = Octets.ascii("date");

    private GrpcRefusal() {}

    /**
     * Writes the block for a message of HTTP/1.1, as {@code AnswerWriter.Page} gives it, behind whatever is in the
     * buffer. Of the message pass the status, in words, too, the request's id and the date. Allocates.
     */
    public static void write(byte[] message, HpackEncoder encoder, HeadBuffer out) {
        int status = (message[9] - '0') * 100 + (message[10] - '0') * 10 + message[11] - '0';
        encoder.begin(out);
        encoder.status(200, out);
        byte[] lines = Octets.ascii("content-type: application/grpc\r\ngrpc-status: " + code(status)
                + "\r\ngrpc-message: HTTP status " + status + " of the gateway\r\n");
        encoder.lines(lines, 0, lines.length, out);
        int from = Octets.indexOf(message, 0, message.length, Octets.LF) + 1;
        while (message[from] != Octets.CR) {
            int end = Octets.indexOf(message, from, message.length, Octets.LF) - 1;
            int colon = Octets.indexOf(message, from, end, (byte) ':');
            if (Octets.equalsLower(message, from, colon, REQUEST_ID)
                    || Octets.equalsLower(message, from, colon, DATE)) {
                encoder.line(message, from, colon, end, out);
            }
            from = end + 2;
        }
    }

    /** The status of gRPC for a status of HTTP. */
    static int code(int status) {
        return switch (status) {
            case 400 -> INTERNAL;
            case 401 -> UNAUTHENTICATED;
            case 403 -> PERMISSION_DENIED;
            case 404 -> UNIMPLEMENTED;
            case 413, 431 -> RESOURCE_EXHAUSTED;
            case 429, 502, 503, 504 -> UNAVAILABLE;
            default -> UNKNOWN;
        };
    }
}
