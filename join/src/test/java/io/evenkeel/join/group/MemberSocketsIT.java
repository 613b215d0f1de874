// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sockets of members, over loopback. */
@Timeout(60)
final class MemberSocketsIT {

    private static final String KEY = "a-key-that-all-of-the-dispatchers-have";

    private final EventLog events = new EventLog();
    private MemberSockets mine;
    private MemberSockets others;
    private ServerSocket port;

    @BeforeEach
    void open() throws Exception {
        mine = new MemberSockets(KEY, events.cluster());
        others = new MemberSockets(KEY, events.cluster());
        port = mine.createServerSocket("test", 0, 0, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        port.close();
        mine.close();
        others.close();
    }

    private Socket connect(MemberSockets by) throws IOException {
        return connect(by, port);
    }

    private static Socket connect(MemberSockets by, ServerSocket to) throws IOException {
        Socket socket = by.createSocket("test");
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.getLocalPort()), 5_000);
        return socket;
    }

    @Test
    void carriesOctetsBothWays() throws Exception {
        try (Socket there = connect(others);
                Socket here = port.accept()) {
            there.getOutputStream().write("ping".getBytes(StandardCharsets.US_ASCII));
            assertThat(here.getInputStream().readNBytes(4)).asString().isEqualTo("ping");
            here.getOutputStream().write("pong".getBytes(StandardCharsets.US_ASCII));
            assertThat(there.getInputStream().readNBytes(4)).asString().isEqualTo("pong");
        }
        assertThat(mine.strangers() + others.strangers()).isZero();
    }

    @Test
    void oneWithAnotherKeyGetsNoConnectionAndThereIsNoneForIt() throws Exception {
        try (MemberSockets stranger = new MemberSockets(KEY + "x", events.cluster())) {
            assertThatThrownBy(() -> connect(stranger)).isInstanceOf(IOException.class);
            assertThat(stranger.strangers()).isEqualTo(1);
        }
        try (Socket there = connect(others);
                Socket here = port.accept()) {
            assertThat(here.getPort())
                    .as("the first that is handed out is that of a member")
                    .isEqualTo(there.getLocalPort());
        }
        // It is refused on a thread of its own.
        while (mine.strangers() == 0) {
            Thread.onSpinWait();
        }
        assertThat(mine.strangers()).isEqualTo(1);
    }

    /** Of many addresses, and of that of the member as well; none of them says a word. */
    @Test
    void strangersWhoHoldAllPlacesKeepNoMemberOut() throws Exception {
        mine.expect(Set.of(InetAddress.getLoopbackAddress()));
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) {
                Socket socket = new Socket();
                silent.add(socket);
                socket.bind(new InetSocketAddress("127.0." + i % 20 + ".1", 0));
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.getLocalPort()));
            }

            try (Socket there = connect(others);
                    Socket here = port.accept()) {
                assertThat(here.getPort()).isEqualTo(there.getLocalPort());
            }
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    /** As Java says when a process may have no more threads. */
    @Test
    void aPortThatHadNoThreadForAConnectionAcceptsTheNextOne() throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        MemberSockets poor = new MemberSockets(KEY, events.cluster()) {
            @Override
            void start(String name, Runnable work) {
                if (name.equals("prove") && failures.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                super.start(name, work);
            }
        };
        try (poor;
                ServerSocket its = poor.createServerSocket("test", 0, 0, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> connect(others, its)).isInstanceOf(IOException.class);
            }
            try (Socket there = connect(others, its);
                    Socket here = its.accept()) {
                assertThat(here.getPort()).isEqualTo(there.getLocalPort());
            }
            assertThat(poor.strangers()).isEqualTo(2);
            assertThat(poor.provingNow())
                    .as("connections that still have a place")
                    .isZero();
        }
        assertThat(events.recent(10)).anyMatch(each -> each.message().contains("there is no thread or memory for it"));
    }

    /** The other end reads nothing, as one does whose machine hangs. */
    @Test
    void aWriteThatHangsEndsByItself() throws Exception {
        try (Socket there = connect(others);
                Socket here = port.accept()) {
            OutputStream out = there.getOutputStream();
            byte[] much = new byte[1 << 20];

            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            out.write(much);
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThat(there.isClosed()).isTrue();
            assertThat(here.isConnected()).isTrue();
        }
    }

    @Test
    void whatAcceptsEndsWithThePort() throws Exception {
        Thread closer = new Thread(() -> MemberSockets.closeQuietly(port));
        closer.start();

        assertThatThrownBy(() -> port.accept()).isInstanceOf(SocketException.class);
        closer.join();
    }

    @Test
    void thereAreNoDatagrams() {
        assertThatThrownBy(() -> mine.createDatagramSocket("test")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> mine.createMulticastSocket("test", 7_500)).isInstanceOf(IOException.class);
    }
}
