// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import java.util.Locale;

/**
 * Reasons for which fields of HTTP/2 do not make a message (RFC 9113 §8): all but {@link #TOO_LARGE} make it
 * malformed, a stream error of type PROTOCOL_ERROR.
 */
public enum HeadProblem {
    /** The block is above the limits of its reader; to a request, 431 is the answer. */
    TOO_LARGE("The fields are larger, or more, than this gateway accepts."),
    BAD_NAME("A field name is empty, or has an octet that is not a token character in lower case."),
    BAD_VALUE(
            "A field value has a NUL, CR or LF, in a trailer any control character, or white space at one of its ends."),
    UNKNOWN_PSEUDO("A pseudo-field is none of those that the message may have."),
    REPEATED_PSEUDO("A pseudo-field is there twice."),
    LATE_PSEUDO("A pseudo-field stands behind another field."),
    MISSING_PSEUDO("A pseudo-field that the message must have is missing."),
    BAD_METHOD("The method is not a token."),
    BAD_SCHEME("The scheme is neither http nor https."),
    BAD_AUTHORITY("The authority is empty, names a user, or has an octet that no authority has."),
    BAD_PATH("The path does not begin with a slash, or has white space or a control character."),
    BAD_CONNECT("CONNECT has a scheme or a path without a protocol, or another method has a protocol."),
    BAD_HOST("Host is there twice, is empty, or differs from the authority."),
    BAD_STATUS("The status is not a number of three digits from 100 to 999, or is 101."),
    CONNECTION_FIELD("A field is about the connection; HTTP/2 does not allow such fields."),
    BAD_TE("TE is anything else than trailers."),
    BAD_LENGTH("Content-Length is not a number, differs from another one, or tells of a body where there is none."),
    PSEUDO_IN_TRAILER("A trailer section has a pseudo-field.");

    private final String sentence;
    private final String reason;

    HeadProblem(String sentence) {
        this.sentence = sentence;
        this.reason = "h2-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** One word for logs and metrics, such as {@code h2-bad-name}. */
    public String reason() {
        return reason;
    }

    /** The reason in words, for people. */
    public String sentence() {
        return sentence;
    }
}
