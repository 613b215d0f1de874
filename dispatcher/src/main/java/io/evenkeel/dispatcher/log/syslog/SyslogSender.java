// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.config.SyslogTransport;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.engine.unix.UnixDatagrams;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Sends the messages of one log to a receiver, on a thread of its own.
 *
 * <p>Messages wait while the receiver is away or slow, up to {@value #ROOM} octets; those beyond are lost and counted.
 * A receiver that went away is tried again after {@value #FIRST_MS} ms, then after twice that, and so on to
 * {@value #LAST_MS} ms. One thread adds; it never waits.
 */
public final class SyslogSender implements AutoCloseable {

    private static final int ROOM = 1 << 20;
    private static final long FIRST_MS = 100;
    private static final long LAST_MS = 15_000;

    /** The longest sleep, so that lost messages are told soon, too, when no message follows. */
    private static final long LOOK_MS = 1_000;

    private static final long CLOSE_MS = 1_000;

    /** Time in which the thread ends after that and counts what was not sent. */
    private static final long END_MS = 500;

    private final SyslogLink link;
    private final int maxMessage;
    private final SyslogNotice notice;
    private final Backlog backlog = new Backlog(ROOM);
    private final ByteBuffer message = ByteBuffer.allocateDirect(SyslogLink.LONGEST);
    private final AtomicLong cut = new AtomicLong();

    /** Messages that had room and are lost. */
    private final AtomicLong others = new AtomicLong();

    private final Thread thread;

    private volatile boolean closing;
    private volatile boolean reopening;
    private volatile long endNs;

    private long toldDrops;
    private long pauseMs = FIRST_MS;
    private long nextTryNs = System.nanoTime();

    /**
     * Starts sending to the receiver of the settings; it need not be there yet.
     *
     * @param log the log, as the beginning of a sentence
     * @param key the key of the settings, for advice
     * @param beginning gets a sentence when something begins to be wrong; on the sender's thread
     * @param ending gets a sentence when it is over
     * @throws IOException when there is no such way from here, with the remedy
     */
    public static SyslogSender open(
            SyslogSettings settings, String log, String key, Consumer<String> beginning, Consumer<String> ending)
            throws IOException {
        SyslogAddress address = settings.address();
        String remedy = "start the receiver, or change '" + key + "'";
        SyslogNotice notice = new SyslogNotice(log + ": " + address, remedy, beginning, ending);
        return new SyslogSender(link(address, UnixDatagrams::isAvailable), settings.maxMessage(), notice);
    }

    /** @param hasUnix says that this system has datagrams to Unix sockets; asked when they are needed only */
    static SyslogLink link(SyslogAddress address, BooleanSupplier hasUnix) throws IOException {
        if (address.transport() == SyslogTransport.UNIX) {
            if (!hasUnix.getAsBoolean()) {
                throw new IOException(address + " needs the native transport of Linux, which is not available here;"
                        + " use udp://127.0.0.1:514 and let the receiver listen there");
            }
            return new UnixLink(Objects.requireNonNull(address.path()));
        }
        HostPort host = Objects.requireNonNull(address.host());
        return address.transport() == SyslogTransport.UDP ? new UdpLink(host) : new TcpLink(host);
    }

    SyslogSender(SyslogLink link, int maxMessage, SyslogNotice notice) {
        this.link = link;
        this.maxMessage = maxMessage;
        this.notice = notice;
        thread = new Thread(this::run, "evenkeel-syslog");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Adds a message in UTF-8. It is cut at a character when it is too long, and lost when there is no room.
     *
     * @param octets may be used again at once
     */
    public void add(byte[] octets, int length) {
        int most = length;
        if (length > maxMessage) {
            cut.incrementAndGet();
            most = maxMessage;
            while (most > 0 && (octets[most] & 0xc0) == 0x80) {
                most--;
            }
        }
        backlog.add(octets, most);
    }

    /** Messages that are lost: no room, refused, or left at the end. Any thread. */
    public long lost() {
        return backlog.dropped() + others.get();
    }

    /** Messages that were cut. Any thread. */
    public long cut() {
        return cut.get();
    }

    /** Opens the way again, between two messages and with the present address of the receiver's name. Any thread. */
    public void reopen() {
        reopening = true;
        backlog.wake();
    }

    /** Sends what waits, for at most a second. */
    @Override
    public void close() {
        endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MS);
        closing = true;
        backlog.wake();
        try {
            thread.join(CLOSE_MS + END_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            boolean on = true;
            while (on) {
                on = turn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        link.close();
        tellDrops();
        int unsent = backlog.messages();
        others.addAndGet(unsent);
        notice.end(unsent, System.nanoTime());
    }

    /** Does one thing; false at the end. */
    private boolean turn() throws InterruptedException {
        boolean last = closing;
        if (reopening) {
            reopening = false;
            link.close();
            nextTryNs = System.nanoTime();
        }
        tellDrops();
        if (!backlog.peek(message)) {
            if (!last) {
                backlog.await(LOOK_MS);
            }
            return !last;
        }
        if (last && System.nanoTime() - endNs >= 0) {
            return false;
        }
        long waitMs = TimeUnit.NANOSECONDS.toMillis(nextTryNs - System.nanoTime());
        if (link.isOpen() || waitMs <= 0) {
            send();
        } else {
            backlog.await(Math.min(waitMs, last ? leftMs() : LOOK_MS));
        }
        return true;
    }

    /** Time until the end of the close, at least 1 ms. */
    private long leftMs() {
        return 1 + Math.max(0, TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime()));
    }

    private void send() throws InterruptedException {
        try {
            if (!link.isOpen()) {
                link.open();
            }
            boolean sent = link.send(message);
            long nowNs = System.nanoTime();
            long refused = link.refused();
            if (refused > 0) {
                others.addAndGet(refused);
                notice.refused(refused, nowNs);
            }
            if (sent) {
                backlog.remove();
                pauseMs = FIRST_MS;
                notice.sent(nowNs);
            } else {
                link.await();
            }
        } catch (IOException e) {
            link.close();
            notice.away(String.valueOf(e.getMessage()));
            nextTryNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMs);
            pauseMs = Math.min(2 * pauseMs, LAST_MS);
        }
    }

    private void tellDrops() {
        long drops = backlog.dropped();
        if (drops > toldDrops) {
            notice.dropped(drops - toldDrops, System.nanoTime());
            toldDrops = drops;
        }
        notice.cut(cut.get(), maxMessage);
    }
}
