// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.Dispatcher;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections to the port of members by those who are none. */
@Timeout(120)
@Tag("thorough")
final class StrangersIT {

    /** The first octets of JGroups over plain TCP: its cookie. */
    private static final byte[] COOKIE = {'b', 'e', 'l', 'a'};

    /** Set by an object that was read; must never be. */
    private static final AtomicBoolean WAS_READ = new AtomicBoolean();

    private static final class Trap implements Serializable {

        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            WAS_READ.set(true);
        }
    }

    private static Socket connect(JoinStand stand) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), stand.ports.get(0));
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** True when the other end closes; what it says before, such as an alert of TLS, is read away. */
    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes().length < 100;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void whatIsNoMemberIsClosedAndNothingOfItIsRead() throws Exception {
        try (JoinStand stand = new JoinStand(1, 1)) {
            Dispatcher a = stand.start(0, 1, JoinStand.KEY);
            List<byte[]> openings = new ArrayList<>();
            openings.add("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            openings.add(COOKIE);
            openings.add(new byte[] {0x16, 3, 1, 0x40, 0, 1});
            for (byte[] each : openings) {
                try (Socket socket = connect(stand)) {
                    socket.getOutputStream().write(each);
                    assertThat(isClosed(socket))
                            .as(new String(each, StandardCharsets.ISO_8859_1))
                            .isTrue();
                }
            }
            try (Socket socket = connect(stand)) {
                OutputStream out = socket.getOutputStream();
                out.write(COOKIE);
                try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
                    objects.writeObject(new Trap());
                    assertThat(isClosed(socket)).isTrue();
                }
            } catch (IOException e) {
                // It was closed in the middle of the writes, which is as good.
            }

            JoinStand.await(() -> JoinStand.join(a).strangers() >= 4, "all are counted");
            assertThat(WAS_READ).isFalse();
            assertThat(JoinStand.join(a).unreadable()).isZero();
            assertThat(JoinStand.said(a)).anyMatch(line -> line.contains("is refused"));
        }
    }

    @Test
    void strangersWhoSayNothingKeepNobodyOut() throws Exception {
        try (JoinStand stand = new JoinStand(1, 2)) {
            Dispatcher a = stand.start(0, 1, JoinStand.KEY);
            List<Socket> silent = new ArrayList<>();
            try {
                for (int i = 0; i < 20; i++) {
                    silent.add(connect(stand));
                }
                Dispatcher b = stand.start(1, 1, JoinStand.KEY);

                JoinStand.await(() -> JoinStand.members(a).size() == 2, "b has joined in spite of them");
                JoinStand.await(() -> JoinStand.members(b).size() == 2, "b has joined in spite of them");
                assertThat(isClosed(silent.get(0))).isTrue();
            } finally {
                for (Socket each : silent) {
                    each.close();
                }
            }
        }
    }
}
