// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

/** The verdict of the {@link ReferenceReader} on some bytes. */
public sealed interface Reading {

    /**
     * A well-formed message.
     *
     * @param end index of the first byte after it
     */
    record Whole(Message message, int end) implements Reading {}

    /** The start of what may become a well-formed message. */
    record Partial(String missing) implements Reading {}

    /** Not a well-formed message, whatever follows. */
    record Refused(String reason) implements Reading {}
}
