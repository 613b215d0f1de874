// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A name server over TCP that knows every name: at 127.0.0.1, and those that begin with {@code away} at 127.0.0.3. */
final class LoopbackNames implements AutoCloseable {

    private static final int HEADER = 12;
    private static final int MOST = 1500;
    private static final short A = 1;

    private final ServerSocket socket;

    LoopbackNames() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::run, "names");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    private void run() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                DataInputStream in = new DataInputStream(client.getInputStream());
                byte[] question = new byte[in.readUnsignedShort()];
                in.readFully(question);
                byte[] answer = answer(question);
                DataOutputStream out = new DataOutputStream(client.getOutputStream());
                out.writeShort(answer.length);
                out.write(answer);
                out.flush();
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static byte[] answer(byte[] question) {
        int end = HEADER;
        while (question[end] != 0) {
            end += 1 + question[end];
        }
        end++;
        boolean address = ByteBuffer.wrap(question).getShort(end) == A;
        boolean away = question[HEADER] == 4 && question[HEADER + 1] == 'a' && question[HEADER + 2] == 'w';
        end += 4;
        ByteBuffer out = ByteBuffer.allocate(MOST);
        out.put(question, 0, 2).putShort((short) 0x8580);
        out.putShort((short) 1).putShort((short) (address ? 1 : 0)).putInt(0);
        out.put(question, HEADER, end - HEADER);
        if (address) {
            out.putShort((short) 0xc00c)
                    .putShort(A)
                    .putShort((short) 1)
                    .putInt(0)
                    .putShort((short) 4);
            out.put(new byte[] {127, 0, 0, (byte) (away ? 3 : 1)});
        }
        byte[] whole = new byte[out.position()];
        out.flip().get(whole);
        return whole;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
