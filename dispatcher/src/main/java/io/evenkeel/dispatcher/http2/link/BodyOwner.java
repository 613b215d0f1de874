// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

/** The owner of a {@link BodyOutput}: hears what happens after a write. All calls come from the connection's loop. */
public interface BodyOwner {

    /** More may be written after a backlog. */
    void takesMore();

    /** The end of the stream, which had to wait, has been sent. */
    void endSent();
}
