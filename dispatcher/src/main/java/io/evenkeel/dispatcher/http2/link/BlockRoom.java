// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.LoopLocal;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;

/**
 * The array in which all blocks of fields of a loop lie in turn while they are decoded. One that is longer than a frame
 * has an array of its own. Threads: that of its loop.
 */
final class BlockRoom {

    private static final LoopLocal<BlockRoom> ALL = new LoopLocal<>(loop -> new BlockRoom());

    private final byte[] octets = new byte[PeerSettings.LEAST_FRAME];

    private BlockRoom() {}

    static BlockRoom of(Loop loop) {
        return ALL.of(loop);
    }

    /** An array of so many octets or more, with what somebody else has left in it; the caller's until the next call. */
    byte[] of(int length) {
        return length <= octets.length ? octets : new byte[length];
    }
}
