// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

/**
 * Reasons for which fields of HTTP/2 do not make a message (RFC 9113 §8): all but {@link #TOO_LARGE} make it
 * malformed, a stream error of type PROTOCOL_ERROR.
 */
public enum HeadProblem {
    /** The block is above the limits of its reader; to a request, 431 is the answer. */
    TOO_LARGE,
    /** A field name is empty, or has an octet that is not a token character in lower case. */
    BAD_NAME,
    /** A field value has a NUL, CR or LF, in a trailer any control character, or white space at one of its ends. */
    BAD_VALUE,
    /** A pseudo-field is none of those that the message may have. */
    UNKNOWN_PSEUDO,
    /** A pseudo-field is there twice. */
    REPEATED_PSEUDO,
    /** A pseudo-field stands behind another field. */
    LATE_PSEUDO,
    /** A pseudo-field that the message must have is missing. */
    MISSING_PSEUDO,
    /** The method is not a token. */
    BAD_METHOD,
    /** The scheme is neither http nor https. */
    BAD_SCHEME,
    /** The authority is empty, names a user, or has an octet that no authority has. */
    BAD_AUTHORITY,
    /** The path does not begin with a slash, or has white space or a control character. */
    BAD_PATH,
    /** CONNECT has a scheme or a path without a protocol, or another method has a protocol. */
    BAD_CONNECT,
    /** Host is there twice, is empty, or differs from the authority. */
    BAD_HOST,
    /** The status is not a number of three digits from 100 to 999, or is 101. */
    BAD_STATUS,
    /** A field is about the connection; HTTP/2 does not allow such fields. */
    CONNECTION_FIELD,
    /** TE is anything else than trailers. */
    BAD_TE,
    /** Content-Length is not a number, stands there twice, or tells of a body where there is none. */
    BAD_LENGTH,
    /** A trailer section has a pseudo-field. */
    PSEUDO_IN_TRAILER
}
