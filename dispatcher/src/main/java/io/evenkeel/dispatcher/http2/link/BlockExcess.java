// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.LoopLocal;

/**
 * Octets that blocks of fields on a loop have beyond those of heads that may pass. They are read only so that the next
 * block of their connection can be decoded, and so all of them together are bounded. Threads: that of its loop.
 */
final class BlockExcess {

    private static final int MOST = 4 << 20;

    private static final LoopLocal<BlockExcess> ALL = new LoopLocal<>(loop -> new BlockExcess());

    private int taken;

    private BlockExcess() {}

    static BlockExcess of(Loop loop) {
        return ALL.of(loop);
    }

    /**
     * Takes octets, or gives them back when below 0.
     *
     * @return false, and nothing is taken, when others have too many of them
     */
    boolean take(int octets) {
        if (taken + octets > MOST) {
            return false;
        }
        taken += octets;
        return true;
    }
}
