// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A socket's input up to a moment: a slow trickle of bytes does not move it. */
final class DeadlineInput extends InputStream {

    private final Socket socket;
    private final InputStream in;
    private final long deadlineNs;

    DeadlineInput(Socket socket, long deadlineNs) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        this.deadlineNs = deadlineNs;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
        if (leftMs <= 0) {
            throw new SocketTimeoutException("the answer is not complete in time");
        }
        socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, leftMs));
        return in.read(into, from, length);
    }
}
