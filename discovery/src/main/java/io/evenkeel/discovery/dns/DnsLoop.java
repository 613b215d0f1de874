// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The loop of all questions to name servers; exists while somebody has it. Any thread. */
final class DnsLoop {

    private static @Nullable MultiThreadIoEventLoopGroup group;
    private static int users;

    private DnsLoop() {}

    /** The loop, which must be given back. */
    static synchronized EventLoop take() {
        MultiThreadIoEventLoopGroup present = group;
        if (present == null) {
            present = new MultiThreadIoEventLoopGroup(
                    1, new DefaultThreadFactory("evenkeel-dns", true), NioIoHandler.newFactory());
            group = present;
        }
        users++;
        return present.next();
    }

    static synchronized void giveBack() {
        users--;
        if (users == 0 && group != null) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            group = null;
        }
    }
}
