// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.admission.Admission;
import io.evenkeel.dispatcher.admission.Intake;
import io.evenkeel.dispatcher.engine.port.Neighbours;
import io.evenkeel.dispatcher.engine.port.NoNewClients;
import io.evenkeel.dispatcher.log.EventLogger;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A listening address; made by {@link Engine#listen}. Threads: any. */
public final class Listener implements AutoCloseable {

    /** A delay after which a loop has been through its orders. */
    private static final long ROUND_MS = 1;

    /**
     * The kernel holds on to a listening socket until io_uring has given up its accept, which takes a moment longer
     * than Netty's close.
     */
    private static final int FREE_LOOKS = 200;

    private static final long FREE_PAUSE_NS = 5_000_000;

    private final List<Channel> channels;
    private final InetSocketAddress address;
    private final Admission admission;
    private final EventLogger log;
    private final Neighbours neighbours;

    Listener(List<Channel> channels, Admission admission, EventLogger log, Neighbours neighbours) {
        this.log = log;
        this.neighbours = neighbours;
        this.channels = List.copyOf(channels);
        this.admission = admission;
        this.address = (InetSocketAddress) channels.get(0).localAddress();
    }

    /** The address it listens on; with the real port when any free one was asked for. */
    public InetSocketAddress address() {
        return address;
    }

    /** The counter of the connections. */
    public Admission admission() {
        return admission;
    }

    /**
     * Accepts the clients that have connected already, and stops listening; returns when the address is free again, or
     * a loop has not answered for seconds. Connections that were accepted go on. Not to be called from a loop.
     *
     * <p>Where another process goes on listening, the sockets take nothing new from the beginning, and are closed all
     * together: between the first and the last one the kernel would give clients to those that are left.
     */
    @Override
    public void close() {
        if (neighbours.after()) {
            leaveNewClientsToOthers();
        }
        String late = "a loop has not answered for " + Engine.ANSWER_S + " s: ";
        boolean quiet = areDone(channels.stream().map(Listener::quiet));
        channels.forEach(Channel::close);
        if (!quiet || !areDone(channels.stream().map(Channel::closeFuture))) {
            log.error(late + address + " is closed once it does");
        } else if (!areDone(channels.stream().map(Listener::round))) {
            log.error(late + "clients that connect to " + address + " until it does may be reset");
        } else {
            awaitFree();
        }
    }

    private void leaveNewClientsToOthers() {
        boolean refused = false;
        for (Channel channel : channels) {
            refused |= !NoNewClients.begin(channel) && channel.isOpen();
        }
        if (refused) {
            log.warn("the kernel goes on giving clients to " + address + " while it is closed: a few may be reset");
        }
    }

    /** Waits for steps of the loops, together; false when one of them takes too long. */
    private static boolean areDone(Stream<? extends Future<?>> steps) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(Engine.ANSWER_S);
        return steps.toList().stream()
                .allMatch(each -> each.awaitUninterruptibly(endNs - System.nanoTime(), TimeUnit.NANOSECONDS));
    }

    private void awaitFree() {
        for (int look = 0; look < FREE_LOOKS && !neighbours.after() && Engine.taken(address) != null; look++) {
            LockSupport.parkNanos(FREE_PAUSE_NS);
        }
    }

    /**
     * Is done when the channel's loop has given its orders to the kernel once more: with io_uring the closing of a
     * socket is such an order, and until then the kernel lets clients connect to it, and resets them.
     */
    private static Future<?> round(Channel channel) {
        try {
            return channel.eventLoop().schedule(() -> {}, ROUND_MS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // the loop has ended, and its sockets with it
            return ImmediateEventExecutor.INSTANCE.newSucceededFuture(null);
        }
    }

    /** Is done when no client has come to the channel for a moment. */
    private static Future<?> quiet(Channel channel) {
        Acceptor acceptor = channel.pipeline().get(Acceptor.class);
        return acceptor == null
                ? channel.closeFuture() // it is closed, or will be soon, and so is its pipeline
                : acceptor.quiet(channel);
    }

    /**
     * The handler of a listening channel: gives accepted connections to the loops it serves, in turn. When there may
     * be no more of them it stops accepting until there may; the few that were accepted by then wait here. Threads:
     * the channel's loop.
     */
    static final class Acceptor extends ChannelInboundHandlerAdapter {

        private static final long REST_MS = 500;

        /** The time without a client after which nobody is taken to wait in the kernel's queue, and its most looks. */
        private static final long QUIET_MS = 1;

        private static final int QUIET_LOOKS = 100;

        private final Engine engine;
        private final Loop own;
        private final List<Loop> loops;
        private final ConnectionAcceptor owner;
        private final Admission admission;
        private final Deque<SocketChannel> early = new ArrayDeque<>();
        private boolean stopped;
        private int next;
        /** The clients that have come so far. */
        private int come;

        /**
         * @param own the loop of the listening channel
         * @param loops just that one where every loop has a channel of its own
         */
        Acceptor(Engine engine, Loop own, List<Loop> loops, ConnectionAcceptor owner, Admission admission) {
            this.engine = engine;
            this.own = own;
            this.loops = loops;
            this.owner = owner;
            this.admission = admission;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            come++;
            early.add((SocketChannel) message);
            letIn(context.channel());
        }

        /** Lets in who has come, as far as there are places, and stops accepting when there is none left. */
        private void letIn(Channel server) {
            Intake intake = engine.intake();
            while (!early.isEmpty() && intake.isOpen(own.index()) && admission.take()) {
                intake.took();
                letIn(early.remove());
            }
            boolean closed = !intake.isOpen(own.index());
            boolean full = closed || !early.isEmpty() || admission.isFull();
            if (full && !stopped) {
                stopped = true;
                server.config().setAutoRead(false);
                if (closed) {
                    intake.whenOpen(own.index(), () -> goOnSoon(server));
                } else {
                    admission.whenFree(() -> goOnSoon(server));
                }
            }
        }

        /**
         * Is done when nobody is taken to wait in the kernel's queue any more, or there has been somebody for too long:
         * the kernel resets those that are in it when the channel is closed. Any thread.
         */
        private Future<?> quiet(Channel server) {
            Promise<Void> quiet = ImmediateEventExecutor.INSTANCE.newPromise();
            server.closeFuture().addListener(closed -> quiet.trySuccess(null));
            try {
                server.eventLoop().execute(() -> lookAgain(server, QUIET_LOOKS, quiet));
            } catch (RejectedExecutionException e) {
                quiet.trySuccess(null);
            }
            return quiet;
        }

        private void lookAgain(Channel server, int looks, Promise<Void> quiet) {
            int before = come;
            server.eventLoop()
                    .schedule(
                            () -> {
                                if (come == before || looks == 0) {
                                    quiet.trySuccess(null);
                                } else {
                                    lookAgain(server, looks - 1, quiet);
                                }
                            },
                            QUIET_MS,
                            TimeUnit.MILLISECONDS);
        }

        private void goOnSoon(Channel server) {
            try {
                server.eventLoop().execute(() -> goOn(server));
            } catch (RejectedExecutionException e) {
                // the loop has ended, and its listening channel with it
            }
        }

        private void goOn(Channel server) {
            stopped = false;
            if (server.isOpen()) {
                letIn(server);
                server.config().setAutoRead(!stopped);
            }
        }

        private void letIn(SocketChannel channel) {
            InetSocketAddress peer = channel.remoteAddress();
            Admission.Guest guest = admission.enter(peer == null ? null : peer.getAddress());
            if (guest == null) {
                close(channel);
                return;
            }
            Loop loop = loops.get(next);
            next = next + 1 == loops.size() ? 0 : next + 1;
            if (loop.inLoop()) {
                begin(loop, channel, guest);
            } else {
                loop.execute(() -> begin(loop, channel, guest));
            }
        }

        /** Tells the client so by a reset, which leaves nothing behind here. */
        private static void close(SocketChannel channel) {
            try {
                channel.config().setSoLinger(0);
            } catch (ChannelException e) {
                // it has gone by itself
            }
            channel.unsafe().closeForcibly();
        }

        private void begin(Loop loop, SocketChannel channel, Admission.Guest guest) {
            try {
                SocketConnection connection = engine.prepare(loop, channel);
                connection.handler(owner.accepted(connection));
                connection.guest(guest);
                loop.eventLoop().register(channel);
            } catch (RuntimeException | OutOfMemoryError | LinkageError e) {
                engine.events().listener().error("an accepted connection could not be set up", e);
                channel.unsafe().closeForcibly();
                guest.leave();
            }
        }

        /** The listening channel is closed: those that never came in are, too. */
        @Override
        public void channelInactive(ChannelHandlerContext context) {
            early.forEach(Acceptor::close);
            early.clear();
        }

        /**
         * Most likely the process is out of file descriptors: trying again at once would burn the core that should free
         * some.
         */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            engine.events()
                    .listener()
                    .warn("cannot accept connections on " + context.channel().localAddress() + ", resting for "
                            + REST_MS + " ms: " + cause
                            + "; if it has too many open files, raise ulimit -n (LimitNOFILE of a service)");
            engine.intake().failed(cause);
            Channel channel = context.channel();
            channel.config().setAutoRead(false);
            channel.eventLoop().schedule(() -> channel.config().setAutoRead(!stopped), REST_MS, TimeUnit.MILLISECONDS);
        }
    }
}
