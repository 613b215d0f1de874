// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.address.BindTrouble;
import io.evenkeel.dispatcher.admission.Admission;
import io.evenkeel.dispatcher.admission.Intake;
import io.evenkeel.dispatcher.engine.port.Neighbours;
import io.evenkeel.dispatcher.engine.port.NewcomersFirst;
import io.evenkeel.dispatcher.lock.LockTimeouts;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.Spacing;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The event loops of a dispatcher, and the only way to listen and to connect.
 *
 * <p>A connection lives on one loop. With epoll and io_uring every loop listens for itself (SO_REUSEPORT), so a
 * connection stays on the loop that accepted it; with NIO one loop accepts and hands over. Node connections are made on
 * the loop of the client connection they serve, so a task never changes its thread.
 *
 * <p>Threads: {@link #connect} belongs to the loop it names; the rest may be called from any thread that is not a loop.
 */
public final class Engine implements Connector, AutoCloseable {

    private static final int BACKLOG = 4096;

    /** The time that other threads wait for a loop; a loop that does not answer by then hangs in a call. */
    static final int ANSWER_S = 5;

    private static final int END_S = 10;
    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final EventLog events;
    private final Neighbours neighbours;
    private final Transport transport;
    private final boolean direct;
    private final MultiThreadIoEventLoopGroup group;
    private final List<Loop> loops;
    private final Spacing lackLines = new Spacing(SAY_AGAIN_NS);
    private volatile Intake intake = Intake.OPEN;

    Engine(EngineSettings settings, Transport transport, boolean direct, EventLog events) {
        this(settings, transport, direct, events, new Neighbours());
    }

    private Engine(
            EngineSettings settings, Transport transport, boolean direct, EventLog events, Neighbours neighbours) {
        this.events = events;
        this.neighbours = neighbours;
        this.transport = transport;
        this.direct = direct && transport.direct();
        int count =
                settings.loops() > 0 ? settings.loops() : Runtime.getRuntime().availableProcessors();
        group = new MultiThreadIoEventLoopGroup(
                count, threads(), transport.handlers().get());
        List<Loop> made = new ArrayList<>(count);
        for (EventExecutor executor : group) {
            // The first task starts a loop's thread: waiting for it makes thread n the one of loop n.
            executor.submit(() -> {}).awaitUninterruptibly();
            made.add(new Loop(made.size(), count, (EventLoop) executor, transport.readsAtOnce(), events));
        }
        loops = List.copyOf(made);
    }

    /**
     * Starts the loops.
     *
     * @throws IllegalStateException when the transport that was asked for is not available; the message says why
     */
    public static Engine open(EngineSettings settings, EventLog events) {
        return new Engine(settings, Transport.of(settings.transport()), true, events);
    }

    /** The same beside other processes, on addresses that they have. */
    public static Engine open(EngineSettings settings, EventLog events, Neighbours neighbours) {
        return new Engine(settings, Transport.of(settings.transport()), true, events, neighbours);
    }

    /** Starts the loops with an event log of their own that writes to standard error. */
    public static Engine open(EngineSettings settings) {
        return open(settings, new EventLog());
    }

    /** The same, without any shortcut past Netty; tests compare the shortcuts against it. */
    public static Engine openPlain(EngineSettings settings) {
        return new Engine(settings, Transport.of(settings.transport()), false, new EventLog());
    }

    private static ThreadFactory threads() {
        AtomicInteger next = new AtomicInteger();
        return task -> {
            Runnable patient = () -> {
                LockTimeouts.waitForever();
                task.run();
            };
            Thread thread = new FastThreadLocalThread(patient, "evenkeel-loop-" + next.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** The event log of the dispatcher. */
    public EventLog events() {
        return events;
    }

    /** The transport in use; never AUTO. */
    public EngineSettings.Transport transport() {
        return transport.kind();
    }

    /** All loops, by index. */
    public List<Loop> loops() {
        return loops;
    }

    /** Sets what says whether there is room for more connections; it is always open at first. */
    public void intake(Intake newIntake) {
        intake = newIntake;
    }

    Intake intake() {
        return intake;
    }

    /** Runs something on the loop that is the last to take a turn from now. */
    public void whenEveryLoopTurned(Runnable action) {
        AtomicInteger left = new AtomicInteger(loops.size());
        for (Loop loop : loops) {
            loop.execute(() -> {
                if (left.decrementAndGet() == 0) {
                    action.run();
                }
            });
        }
    }

    /**
     * Listens on an address; port 0 takes any free one.
     *
     * @throws IOException when the address cannot be had; the message names it
     */
    public Listener listen(InetSocketAddress address, ConnectionAcceptor acceptor) throws IOException {
        return listen(address, acceptor, Admission.unlimited(events.listener()));
    }

    /** The same for as many connections as are let in. */
    public Listener listen(InetSocketAddress address, ConnectionAcceptor acceptor, Admission admission)
            throws IOException {
        int before = address.getPort() == 0 ? 0 : neighbours.before();
        if (transport.reusePort() && address.getPort() != 0 && before == 0) {
            refuseTaken(address);
        }
        List<Channel> channels = new ArrayList<>();
        try {
            InetSocketAddress target = address;
            for (Loop loop : transport.reusePort() ? loops : loops.subList(0, 1)) {
                Channel channel = bind(loop, target, acceptor, admission);
                channels.add(channel);
                target = (InetSocketAddress) channel.localAddress();
            }
        } catch (IOException e) {
            channels.forEach(Channel::close);
            throw e;
        }
        if (before > 0) {
            preferToBefore(channels, before, address);
        }
        return new Listener(channels, admission, events.listener(), neighbours);
    }

    private void preferToBefore(List<Channel> channels, int before, InetSocketAddress address) {
        if (NewcomersFirst.prefer(channels.get(0), before, channels.size())) {
            neighbours.onceAlone(() -> NewcomersFirst.end(channels.get(0)));
        } else {
            events.listener()
                    .warn("the kernel goes on giving clients of " + address.getHostString() + ":" + address.getPort()
                            + " to the process before, too: a few may be reset when it stops listening");
        }
    }

    /**
     * SO_REUSEPORT would let a second dispatcher of the same user take half the connections of the first without a
     * word.
     */
    private static void refuseTaken(InetSocketAddress address) throws IOException {
        IOException taken = taken(address);
        if (taken != null) {
            throw cannotListen(address, taken);
        }
    }

    /** The error that keeps an address from being listened on now; null when it is free. */
    static @Nullable IOException taken(InetSocketAddress address) {
        try (Socket probe = new Socket()) {
            probe.setReuseAddress(true);
            probe.bind(address);
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private static IOException cannotListen(InetSocketAddress address, Throwable cause) {
        IOException e = new BindException("cannot listen on " + address.getHostString() + ":" + address.getPort() + ": "
                + (address.isUnresolved()
                        ? "the name has no address"
                        : BindTrouble.words(String.valueOf(cause.getMessage()), address.getPort())));
        e.initCause(cause);
        return e;
    }

    private Channel bind(Loop loop, InetSocketAddress address, ConnectionAcceptor acceptor, Admission admission)
            throws IOException {
        ServerSocketChannel channel = transport.servers().get();
        channel.config().setBacklog(BACKLOG);
        channel.config().setReuseAddress(true);
        if (transport.reusePort()) {
            channel.config().setOption(UnixChannelOption.SO_REUSEPORT, true);
        }
        List<Loop> served = transport.reusePort() ? List.of(loop) : loops;
        channel.pipeline().addLast(new Listener.Acceptor(this, loop, served, acceptor, admission));
        loop.eventLoop().register(channel);
        var bound = channel.bind(address);
        if (!bound.awaitUninterruptibly(ANSWER_S, TimeUnit.SECONDS)) {
            channel.close();
            throw cannotListen(address, new IOException(loop + " has not answered for " + ANSWER_S + " s"));
        }
        Throwable cause = bound.cause();
        if (cause != null) {
            channel.close();
            throw cannotListen(address, cause);
        }
        return channel;
    }

    @Override
    public @Nullable Connection connect(
            Loop loop, InetSocketAddress address, Duration timeout, ConnectionHandler handler) {
        assert loop.inLoop();
        SocketChannel channel;
        try {
            channel = transport.sockets().get();
        } catch (ChannelException e) {
            NoSocketException lack = lacksSocket(address, e);
            loop.execute(() -> {
                handler.failed(lack);
                handler.closed();
            });
            return null;
        }
        intake.took();
        SocketConnection connection = prepare(loop, channel);
        connection.handler(handler);
        channel.config().setConnectTimeoutMillis((int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis())));
        loop.eventLoop().register(channel);
        channel.connect(address).addListener(attempt -> {
            Throwable cause = attempt.cause();
            if (cause != null) {
                loop.execute(() -> {
                    connection.events().failed(cause);
                    connection.events().gone();
                });
            }
        });
        return connection;
    }

    /** Tells of a socket that could not be had: the intake each time, people once a minute. Any thread. */
    NoSocketException lacksSocket(InetSocketAddress address, ChannelException cause) {
        NoSocketException lack = new NoSocketException(address, cause);
        intake.failed(lack);
        if (lackLines.passes(System.nanoTime())) {
            events.node()
                    .error(lack.getMessage() + "; this is no fault of the node: requests that need a new connection get"
                            + " 503 descriptors-full until this process has fewer open, or a higher limit"
                            + " (ulimit -n, LimitNOFILE)");
        }
        return lack;
    }

    /**
     * Begins to connect for one small question. The handler hears what comes of it after this returns, except for
     * {@link BriefConnection.Handler#opened} on other transports than epoll.
     *
     * @param loop the present thread's own
     * @param timeout for the attempt to connect, at least; the caller ends the question in time
     */
    public BriefConnection ask(
            Loop loop, InetSocketAddress address, Duration timeout, BriefConnection.Handler handler) {
        assert loop.inLoop();
        return direct
                ? BriefConnection.direct(this, loop, address, handler)
                : BriefConnection.plain(this, loop, address, timeout, handler);
    }

    /** The same on a connection of another connector, perhaps this one. */
    public BriefConnection ask(
            Connector dial, Loop loop, InetSocketAddress address, Duration timeout, BriefConnection.Handler handler) {
        return dial == this
                ? ask(loop, address, timeout, handler)
                : BriefConnection.plain(dial, loop, address, timeout, handler);
    }

    /** Wraps a channel that is not yet registered. */
    SocketConnection prepare(Loop loop, SocketChannel channel) {
        SocketConnection connection = new SocketConnection(loop, channel, direct);
        SocketChannelConfig config = channel.config();
        config.setAllowHalfClosure(true);
        config.setOption(ChannelOption.AUTO_CLOSE, false);
        config.setRecvByteBufAllocator(connection.reads());
        config.setWriteBufferWaterMark(transport.readsAtOnce() ? SocketWriter.ANY : SocketWriter.MUCH);
        channel.pipeline().addLast(connection.events());
        return connection;
    }

    /** Closes every connection and every listening address, and ends the loops. */
    @Override
    public void close() {
        boolean ended = group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(END_S, TimeUnit.SECONDS);
        if (!ended) {
            events.listener().error("an event loop has not ended for " + END_S + " s and is left behind");
        }
    }
}
