// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.frame;

/** Types of frames and their flags, as numbers of the wire. */
public final class FrameType {

    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    /** Of DATA and HEADERS: the sender sends no more on the stream. */
    public static final int END_STREAM = 1;

    /** Of SETTINGS and PING: an answer to the same frame of the other side. */
    public static final int ACK = 1;

    /** Of HEADERS and CONTINUATION: the block of fields ends. */
    public static final int END_HEADERS = 4;

    /** Of DATA and HEADERS: the payload begins with the length of a padding. */
    public static final int PADDED = 8;

    /** Of HEADERS: five octets about a priority come in front of the block. */
    public static final int PRIORITISED = 0x20;

    private FrameType() {}
}
