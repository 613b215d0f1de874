// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * Netty's epoll, without forgetting a channel that waits for nothing at the moment, and without giving a new channel the events of an old
 * one.
 *
 * <p>A descriptor that is closed while one batch of events is worked through may be given to a new socket at once, and an event of the old
 * one later in that batch then reaches the new channel: a hang-up would shut down the input of a connection that is only being made. No
 * event of a batch can be meant for a channel that was registered during it, so those are dropped.
 *
 * <p>A channel whose peer has sent a FIN and whose reads are paused or over is interested in no event. Netty 4.2.18 then removes its
 * descriptor from epoll, lest a hang-up be reported for ever, but takes it for still registered, so that the next interest, such as
 * waiting to write the rest of an answer to a half-closed client, fails with ENOENT. Here such a channel stays registered for edges
 * alone: a reset is still reported, once, and every later interest works.
 */
final class SteadyEpoll implements IoHandler {

    private final IoHandler epoll;
    /** Counts the batches. */
    private long batch;

    private SteadyEpoll(IoHandler epoll) {
        this.epoll = epoll;
    }

    static IoHandlerFactory newFactory() {
        IoHandlerFactory factory = EpollIoHandler.newFactory();
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor executor) {
                return new SteadyEpoll(factory.newHandler(executor));
            }

            @Override
            public boolean isChangingThreadSupported() {
                return factory.isChangingThreadSupported();
            }
        };
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        batch++;
        return epoll.run(context);
    }

    @Override
    public void prepareToDestroy() {
        epoll.prepareToDestroy();
    }

    @Override
    public void destroy() {
        epoll.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Steady(epoll.register(new Newcomer((EpollIoHandle) handle)));
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return epoll.isCompatible(handleType);
    }

    /** Hears nothing before the next batch. */
    private final class Newcomer implements EpollIoHandle {

        private final EpollIoHandle handle;
        private final long registered = batch;

        Newcomer(EpollIoHandle handle) {
            this.handle = handle;
        }

        @Override
        public FileDescriptor fd() {
            return handle.fd();
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            if (batch != registered) {
                handle.handle(registration, event);
            }
        }

        @Override
        public void registered() {
            handle.registered();
        }

        @Override
        public void unregistered() {
            handle.unregistered();
        }

        @Override
        public void close() throws Exception {
            handle.close();
        }
    }

    private record Steady(IoRegistration epoll) implements IoRegistration {

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's signature
        public <T> T attachment() {
            return epoll.attachment();
        }

        @Override
        public long submit(IoOps ops) {
            return epoll.submit(ops instanceof EpollIoOps e && e.value() == 0 ? EpollIoOps.EPOLLET : ops);
        }

        @Override
        public boolean isValid() {
            return epoll.isValid();
        }

        @Override
        public boolean cancel() {
            return epoll.cancel();
        }
    }
}
