// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.frame;

/** The reasons for the end of a stream or connection (RFC 9113 §7). */
public enum ErrorCode {
    NO_ERROR(0),
    PROTOCOL_ERROR(1),
    INTERNAL_ERROR(2),
    FLOW_CONTROL_ERROR(3),
    SETTINGS_TIMEOUT(4),
    STREAM_CLOSED(5),
    FRAME_SIZE_ERROR(6),
    REFUSED_STREAM(7),
    CANCEL(8),
    COMPRESSION_ERROR(9),
    CONNECT_ERROR(10),
    ENHANCE_YOUR_CALM(11),
    INADEQUATE_SECURITY(12),
    HTTP_1_1_REQUIRED(13);

    private final int number;

    ErrorCode(int number) {
        this.number = number;
    }

    /** The number on the wire. */
    public int number() {
        return number;
    }
}
