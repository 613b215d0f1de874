// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.config.address.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;

/**
 * A datagram for each message (RFC 5426). What gets lost on the way nobody tells; the receiver's host may tell that
 * nobody listens there, which is known with the message after it.
 */
final class UdpLink implements SyslogLink {

    private final HostPort receiver;
    private @Nullable DatagramChannel channel;
    private long refused;

    UdpLink(HostPort receiver) {
        this.receiver = receiver;
    }

    /** Looks up the address of a receiver. */
    static InetSocketAddress address(HostPort receiver) throws IOException {
        try {
            return new InetSocketAddress(InetAddress.getByName(receiver.host()), receiver.port());
        } catch (UnknownHostException e) {
            throw new IOException("its host has no address", e);
        }
    }

    @Override
    public void open() throws IOException {
        InetSocketAddress address = address(receiver);
        DatagramChannel opened = DatagramChannel.open();
        try {
            opened.configureBlocking(false);
            opened.connect(address);
            channel = opened;
        } finally {
            if (channel != opened) {
                opened.close();
            }
        }
    }

    @Override
    public boolean isOpen() {
        return channel != null;
    }

    @Override
    public boolean send(ByteBuffer message) throws IOException {
        DatagramChannel open = channel;
        if (open == null) {
            throw new IOException("it is not open");
        }
        try {
            return write(open, message);
        } catch (PortUnreachableException ofTheOneBefore) {
            refused++;
            return write(open, message);
        }
    }

    private static boolean write(DatagramChannel open, ByteBuffer message) throws IOException {
        int begin = message.position();
        try {
            return open.write(message) > 0;
        } finally {
            message.position(begin);
        }
    }

    @Override
    public long refused() {
        long count = refused;
        refused = 0;
        return count;
    }

    @Override
    public void await() throws InterruptedException {
        Thread.sleep(1);
    }

    @Override
    public void close() {
        DatagramChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException ignored) {
                // nothing is kept in it
            }
        }
    }
}
