// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.dispatcher.engine.epoll.EpollInterestHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One of the kernel's interfaces for moving bytes.
 *
 * <p>Epoll is the one the engine is made for. With io_uring of Netty 4.2.18 a reset right behind bytes was seen to go
 * unreported about once in forty times, so that only a timeout ends the connection: that is why it is an option and
 * never the choice of AUTO.
 *
 * @param direct a write that the kernel takes is over when it returns, past Netty's outbound buffer
 * @param readsAtOnce a buffer is filled between being asked for and being received, so that connections can share it
 * @param reusePort every loop can listen on the same port
 */
record Transport(
        EngineSettings.Transport kind,
        Supplier<IoHandlerFactory> handlers,
        Supplier<SocketChannel> sockets,
        Supplier<ServerSocketChannel> servers,
        boolean direct,
        boolean readsAtOnce,
        boolean reusePort) {

    /**
     * Finds the transport that was asked for.
     *
     * @throws IllegalStateException when this machine does not have it; the message says why
     */
    static Transport of(EngineSettings.Transport wanted) {
        return switch (wanted) {
            case AUTO -> of(Epoll.isAvailable() ? EngineSettings.Transport.EPOLL : EngineSettings.Transport.NIO);
            case EPOLL -> {
                require("epoll", Epoll.isAvailable(), Epoll.unavailabilityCause());
                yield new Transport(
                        wanted,
                        EpollInterestHandler::newFactory,
                        EpollSocketChannel::new,
                        EpollServerSocketChannel::new,
                        true,
                        true,
                        true);
            }
            case IO_URING -> {
                require("io_uring", IoUring.isAvailable(), IoUring.unavailabilityCause());
                yield new Transport(
                        wanted,
                        IoUringIoHandler::newFactory,
                        IoUringSocketChannel::new,
                        IoUringServerSocketChannel::new,
                        false,
                        false,
                        true);
            }
            case NIO ->
                new Transport(
                        wanted,
                        NioIoHandler::newFactory,
                        NioSocketChannel::new,
                        NioServerSocketChannel::new,
                        false,
                        true,
                        false);
        };
    }

    private static void require(String name, boolean available, @Nullable Throwable cause) {
        if (!available) {
            throw new IllegalStateException(
                    "the transport " + name + " is not available here"
                            + (cause == null ? "" : ": " + rootMessage(cause)),
                    cause);
        }
    }

    private static String rootMessage(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
