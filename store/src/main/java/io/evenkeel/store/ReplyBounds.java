// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection whose answers have no end or do not come; the library then makes another one.
 *
 * <p>The library gathers an answer until it is whole, whatever length it claims, in the memory outside the heap that
 * the traffic of clients needs. And it keeps a connection on which nothing comes any more until the kernel gives it
 * up, which takes a quarter of an hour; everything that is asked meanwhile waits behind it. Threads: any.
 */
final class ReplyBounds implements NettyCustomizer {

    /** Octets that may come without a whole answer among them; the answers to our commands have less than a hundred. */
    static final int MOST_OCTETS = 256 << 10;

    /** Time for which calls may go without an answer, when some are made. */
    static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(3);

    private final AtomicLong octets = new AtomicLong();
    private final AtomicLong silentSinceNs = new AtomicLong(); // 0 while calls are answered
    private volatile @Nullable Channel channel;

    @Override
    public void afterChannelInitialized(Channel made) {
        octets.set(0);
        silentSinceNs.set(0);
        channel = made;
        made.pipeline().addFirst(new Meter());
    }

    /**
     * A call has ended.
     *
     * @param thrown null when it succeeded, or the innermost cause of its failure
     */
    void ended(@Nullable Throwable thrown, long nowNs) {
        if (thrown == null || thrown instanceof RedisCommandExecutionException) {
            octets.set(0);
            silentSinceNs.set(0);
        } else if (thrown instanceof RedisCommandTimeoutException
                && !silentSinceNs.compareAndSet(0, nowNs | 1)
                && nowNs - silentSinceNs.get() >= SILENCE_NS) {
            Channel silent = channel;
            if (silent != null) {
                silent.close();
            }
        }
    }

    private final class Meter extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            long read = message instanceof ByteBuf buffer ? buffer.readableBytes() : 0;
            if (octets.addAndGet(read) <= MOST_OCTETS) {
                context.fireChannelRead(message);
            } else {
                ReferenceCountUtil.release(message);
                context.close();
            }
        }
    }
}
