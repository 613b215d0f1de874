// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.SyslogFacility;
import io.evenkeel.config.SyslogForm;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.dispatcher.kit.Until;
import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SyslogSenderIT {

    /** Octets of the lines that fill a queue; more than the buffers of the kernel hold, too. */
    private static final int MUCH = 40 << 20;

    @TempDir
    private Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private SyslogSender sender(String address, int maxMessage) throws IOException {
        SyslogSettings settings = new SyslogSettings(
                SyslogAddress.parse(address), SyslogFacility.DAEMON, "evenkeel", SyslogForm.AUTO, maxMessage);
        return SyslogSender.open(
                settings, "the log", "log.syslog", line -> said.add("begin " + line), line -> said.add("end " + line));
    }

    private static void add(SyslogSender sender, String text) {
        byte[] octets = text.getBytes(UTF_8);
        sender.add(octets, octets.length);
    }

    @Test
    void sendsADatagramForEachMessage() throws IOException {
        try (UdpReceiver receiver = new UdpReceiver(0);
                SyslogSender sender = sender(receiver.address(), 2048)) {
            add(sender, "one");
            add(sender, "größer");
            assertThat(receiver.next()).isEqualTo("one");
            assertThat(receiver.next()).isEqualTo("größer");
            assertThat(sender.lost()).isZero();
        }
        assertThat(said).isEmpty();
    }

    @Test
    void countsTheOctetsOnAConnection() throws IOException {
        try (TcpReceiver receiver = new TcpReceiver(0);
                SyslogSender sender = sender(receiver.address(), 8192)) {
            add(sender, "one\nin two lines");
            add(sender, "größer");
            try (TcpReceiver.Taken taken = receiver.accept()) {
                assertThat(taken.next()).isEqualTo("one\nin two lines");
                assertThat(taken.next()).isEqualTo("größer");
            }
        }
        assertThat(said).isEmpty();
    }

    @Test
    void cutsALongMessageBetweenTwoCharactersAndSaysItOnce() throws IOException {
        SyslogSender sender;
        String address;
        try (UdpReceiver receiver = new UdpReceiver(0)) {
            address = receiver.address();
            sender = sender(address, 480);
            add(sender, "a".repeat(480));
            add(sender, "a" + "ö".repeat(300));
            add(sender, "a" + "😀".repeat(300));
            assertThat(receiver.next()).isEqualTo("a".repeat(480));
            assertThat(receiver.next()).isEqualTo("a" + "ö".repeat(239));
            assertThat(receiver.next()).isEqualTo("a" + "😀".repeat(119));
            sender.close();
        }
        assertThat(sender.cut()).isEqualTo(2);
        assertThat(said)
                .containsExactly(
                        "begin the log: " + address
                                + ": a message was cut after 480 bytes; a larger 'max-message' lets it pass, if the receiver"
                                + " takes that; further ones are counted",
                        "end the log: " + address + ": 2 messages were cut");
    }

    /** The kernel of the receiver's host says that nobody listens, which is known with the message after it. */
    @Test
    void countsDatagramsThatNobodyTookAndSaysItOnce() throws IOException {
        int port;
        try (DatagramSocket free = new DatagramSocket()) {
            port = free.getLocalPort();
        }
        try (SyslogSender sender = sender("udp://127.0.0.1:" + port, 2048)) {
            Until.holds("five lost messages", () -> {
                add(sender, "to nobody");
                return sender.lost() >= 5;
            });
            assertThat(said)
                    .containsExactly(
                            "begin the log: udp://127.0.0.1:" + port + " cannot be written: nobody listens there;"
                                    + " start the receiver, or change 'log.syslog'; lines are lost until it can");
        }
    }

    @Test
    void keepsLinesWhileAReceiverIsGoneAndConnectsAgain() throws IOException {
        int port;
        String address;
        SyslogSender sender;
        try (TcpReceiver first = new TcpReceiver(0)) {
            port = first.port();
            address = first.address();
            sender = sender(address, 8192);
            add(sender, "before");
            try (TcpReceiver.Taken taken = first.accept()) {
                assertThat(taken.next()).isEqualTo("before");
            }
        }
        for (int i = 0; i < 1000; i++) {
            add(sender, "meanwhile " + i);
        }
        Until.holds("a word about it", () -> !said.isEmpty());
        try (TcpReceiver second = new TcpReceiver(port);
                TcpReceiver.Taken taken = second.accept()) {
            for (int i = 0; i < 1000; i++) {
                assertThat(taken.next()).isEqualTo("meanwhile " + i);
            }
            Until.holds("a word about its end", () -> said.size() > 1);
            add(sender, "after");
            assertThat(taken.next()).isEqualTo("after");
            sender.close();
        }
        assertThat(sender.lost()).isZero();
        assertThat(said)
                .containsExactly(
                        "begin the log: " + address
                                + " cannot be reached: it closed the connection; lines wait, 1 MB of them"
                                + " at most; start the receiver, or change 'log.syslog'",
                        "end the log: " + address + " is reached again");
    }

    @Test
    void beginsBeforeTheReceiverDoes() throws IOException {
        int port;
        try (TcpReceiver free = new TcpReceiver(0)) {
            port = free.port();
        }
        try (SyslogSender sender = sender("tcp://127.0.0.1:" + port, 8192)) {
            add(sender, "early");
            Until.holds("a word about it", () -> !said.isEmpty());
            try (TcpReceiver receiver = new TcpReceiver(port);
                    TcpReceiver.Taken taken = receiver.accept()) {
                assertThat(taken.next()).isEqualTo("early");
            }
        }
        assertThat(said.get(0)).contains("cannot be reached: Connection refused");
    }

    @Test
    void losesTheNewestLinesBeyondTheQueueAndSaysItOnce() throws IOException {
        SyslogSender sender;
        String address;
        long lost;
        try (TcpReceiver receiver = new TcpReceiver(0)) {
            address = receiver.address();
            sender = sender(address, 8192);
            for (int i = 0; i < MUCH / 1000; i++) {
                add(sender, "x".repeat(1000));
            }
            lost = sender.lost();
            Until.holds("a word about it", () -> !said.isEmpty());
            try (TcpReceiver.Taken taken = receiver.accept()) {
                for (long i = lost; i < MUCH / 1000; i++) {
                    assertThat(taken.next()).hasSize(1000);
                }
                add(sender, "last");
                assertThat(taken.next()).isEqualTo("last");
            }
            sender.close();
        }
        assertThat(lost).isBetween(1L, MUCH / 1000L - 1).isEqualTo(sender.lost());
        assertThat(said)
                .containsExactly(
                        "begin the log: " + address
                                + " cannot be written: the receiver takes lines more slowly than they"
                                + " come; log less, or find out what holds it up; lines are lost until it can",
                        "end the log: " + address + ": " + lost + " lines were lost");
    }

    @Test
    void sendsToAUnixSocketAndFindsItAgainWhenItsReceiverWasStartedAgain() throws IOException {
        Path path = folder.resolve("log");
        SyslogSender sender;
        try (UnixReceiver first = new UnixReceiver(path)) {
            sender = sender(first.address(), 8192);
            add(sender, "before");
            assertThat(first.next()).isEqualTo("before");
        }
        add(sender, "meanwhile");
        Until.holds("a word about it", () -> !said.isEmpty());
        try (UnixReceiver second = new UnixReceiver(path)) {
            assertThat(second.next()).isEqualTo("meanwhile");
            Until.holds("a word about its end", () -> said.size() > 1);
            sender.close();
        }
        assertThat(sender.lost()).isZero();
        assertThat(said)
                .containsExactly(
                        "begin the log: unix:" + path
                                + " cannot be reached: there is no such socket; lines wait, 1 MB of them"
                                + " at most; start the receiver, or change 'log.syslog'",
                        "end the log: unix:" + path + " is reached again");
    }

    @Test
    void waitsForAUnixReceiverThatDoesNotRead() throws IOException {
        try (UnixReceiver receiver = new UnixReceiver(folder.resolve("log"));
                SyslogSender sender = sender(receiver.address(), 8192)) {
            for (int i = 0; i < 2000; i++) {
                add(sender, "line " + i);
            }
            for (int i = 0; i < 2000; i++) {
                assertThat(receiver.next()).isEqualTo("line " + i);
            }
            assertThat(sender.lost()).isZero();
        }
        assertThat(said).isEmpty();
    }

    @Test
    void countsWhatIsLeftWhenALogEnds() throws IOException {
        SyslogSender sender = sender("unix:" + folder.resolve("nobody"), 8192);
        add(sender, "one");
        add(sender, "two");
        Until.holds("a word about it", () -> !said.isEmpty());
        sender.close();
        assertThat(sender.lost()).isEqualTo(2);
        assertThat(said).last().asString().endsWith("2 lines were lost");
    }

    @Test
    void opensAConnectionAgainWhenItIsTold() throws IOException {
        try (TcpReceiver receiver = new TcpReceiver(0);
                SyslogSender sender = sender(receiver.address(), 8192)) {
            add(sender, "one");
            try (TcpReceiver.Taken first = receiver.accept()) {
                assertThat(first.next()).isEqualTo("one");
                sender.reopen();
                assertThatThrownBy(first::next).hasMessage("the connection ended");
            }
            add(sender, "two");
            try (TcpReceiver.Taken second = receiver.accept()) {
                assertThat(second.next()).isEqualTo("two");
            }
        }
        assertThat(said).isEmpty();
    }

    @Test
    void saysWhatAUnixSocketNeedsWhereThereAreNone() {
        assertThatThrownBy(() -> SyslogSender.link(SyslogAddress.parse("unix:/dev/log"), () -> false))
                .isInstanceOf(IOException.class)
                .hasMessage("unix:/dev/log needs the native transport of Linux, which is not available here;"
                        + " use udp://127.0.0.1:514 and let the receiver listen there");
    }
}
