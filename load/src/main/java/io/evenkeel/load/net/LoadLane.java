// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One thread that sends, receives and waits for many lines. */
public final class LoadLane {

    private final EventLoop loop;
    private final Bootstrap bootstrap;

    LoadLane(EventLoop loop, Class<? extends Channel> type) {
        this.loop = loop;
        this.bootstrap = new Bootstrap()
                .group(loop)
                .channel(type)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
    }

    /** Runs a task on this lane's thread; from any thread. */
    public void run(Runnable task) {
        loop.execute(task);
    }

    /** Runs a task on this lane's thread at a moment of {@link System#nanoTime}; from any thread. */
    public void at(long dueNs, Runnable task) {
        loop.schedule(task, Math.max(0, dueNs - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /**
     * A line that is not connected yet.
     *
     * @param timeout from connecting, or sending on a kept connection, to the last octet of the answer
     */
    public Line line(TargetServer server, Duration timeout, Receiver receiver) {
        return new Line(this, server, timeout, receiver);
    }

    ChannelFuture connect(InetSocketAddress address, ChannelHandler handler) {
        return bootstrap.clone().handler(handler).connect(address);
    }
}
