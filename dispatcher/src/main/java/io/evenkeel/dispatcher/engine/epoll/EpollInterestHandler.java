// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.epoll;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.ThreadAwareExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Netty's epoll, without forgetting a channel that waits for nothing at the moment, and without giving a new channel
 * the events of an old one.
 *
 * <p>A descriptor that is closed while one batch of events is worked through may be given to a new socket at once, and
 * an event of the old one later in that batch then reaches the new channel: a hang-up would shut down the input of a
 * connection that is only being made. No event of a batch can be meant for a channel that was registered during it, so
 * those are dropped.
 *
 * <p>A channel whose peer has sent a FIN and whose reads are paused or over is interested in no event. Netty 4.2.18
 * then removes its descriptor from epoll, so that a hang-up is not reported for ever. But it still takes the descriptor
 * for registered. So the next interest fails with ENOENT, such as waiting to write the rest of an answer to a
 * half-closed client. Here such a channel stays registered for edges alone: a reset is still reported, once, and every
 * later interest works.
 *
 * <p>Losing interest costs no system call where interest most often comes back first: when a channel is registered,
 * when its connection was made, and when its reads are paused. Should an event come meanwhile that nobody wants, the
 * kernel is told then and the event is dropped.
 */
public final class EpollInterestHandler implements IoHandler {

    private static final int IN = EpollIoOps.EPOLLIN.value();
    private static final int OUT = EpollIoOps.EPOLLOUT.value();
    private static final int NOTHING_YET = EpollIoOps.EPOLLERR.value();

    private final IoHandler epoll;
    /** Counts the batches. */
    private long batch;

    private EpollInterestHandler(IoHandler epoll) {
        this.epoll = epoll;
    }

    /** Makes one for each loop. */
    public static IoHandlerFactory newFactory() {
        IoHandlerFactory factory = EpollIoHandler.newFactory();
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor executor) {
                return new EpollInterestHandler(factory.newHandler(executor));
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
        Place place = new Place((EpollIoHandle) handle);
        place.epoll = epoll.register(place);
        return place;
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return epoll.isCompatible(handleType);
    }

    /** One channel's place in epoll. Hears nothing before the batch after the one in which it was made. */
    private final class Place implements EpollIoHandle, IoRegistration {

        private final EpollIoHandle handle;
        private final long registered = batch;
        private @Nullable IoRegistration epoll;
        /** The events that the kernel was told to report, beside errors; at first errors alone. */
        private int told = NOTHING_YET;

        private EpollIoOps wanted = EpollIoOps.EPOLLERR;

        Place(EpollIoHandle handle) {
            this.handle = handle;
        }

        @Override
        public FileDescriptor fd() {
            return handle.fd();
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            if (batch == registered) {
                return;
            }
            if (told == wanted.value()) {
                handle.handle(registration, event);
                return;
            }
            tell();
            int unwanted = (IN | OUT | EpollIoOps.EPOLLRDHUP.value()) & ~wanted.value();
            int left = ((EpollIoEvent) event).ops().value() & ~unwanted;
            if (left != 0) {
                EpollIoOps ops = EpollIoOps.valueOf(left);
                handle.handle(registration, (EpollIoEvent) () -> ops);
            }
        }

        @Override
        public long submit(IoOps ops) {
            EpollIoOps next = (EpollIoOps) ops;
            wanted = next.value() == 0 ? EpollIoOps.EPOLLET : next;
            return told == wanted.value() || canWait(wanted.value()) ? wanted.value() : tell();
        }

        /** True for less interest, and most often more again before anything happens. */
        private boolean canWait(int next) {
            if (told == NOTHING_YET) {
                return (next & (IN | OUT)) == 0;
            }
            int gone = told & ~next;
            boolean connected = gone == OUT && (told & IN) == 0;
            return (next & ~told) == 0 && (gone == IN || connected);
        }

        private long tell() {
            told = wanted.value();
            return inEpoll().submit(wanted);
        }

        private IoRegistration inEpoll() {
            if (epoll == null) {
                throw new IllegalStateException("the channel is only being registered");
            }
            return epoll;
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

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's signature
        public <T> T attachment() {
            return inEpoll().attachment();
        }

        @Override
        public boolean isValid() {
            return inEpoll().isValid();
        }

        @Override
        public boolean cancel() {
            return inEpoll().cancel();
        }
    }
}
