// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Some lanes; closed together. For any thread. */
public final class LoadLanes implements AutoCloseable {

    private final MultiThreadIoEventLoopGroup group;
    private final List<LoadLane> lanes = new ArrayList<>();

    /**
     * Starts lanes, by epoll where there is one, because its timers are finer than a millisecond.
     *
     * @param count threads, at least 1
     */
    public LoadLanes(int count) {
        boolean isEpoll = Epoll.isAvailable();
        IoHandlerFactory handlers = isEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        Class<? extends Channel> type = isEpoll ? EpollSocketChannel.class : NioSocketChannel.class;
        this.group = new MultiThreadIoEventLoopGroup(count, new DefaultThreadFactory("load", true), handlers);
        for (int i = 0; i < count; i++) {
            lanes.add(new LoadLane(group.next(), type));
        }
    }

    /** The lane of this number; numbers start again at 0 after the last lane. */
    public LoadLane lane(int number) {
        return lanes.get(number % lanes.size());
    }

    /** Cuts off all lines and ends the threads. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
