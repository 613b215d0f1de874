// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A web server for the clients: /bytes/N answers N known octets, /echo the body that came, /trailers the same in one
 * chunk with trailers that name the length of the body and the trailer x-sum that came. Prints its port.
 */
final class Origin {

    private static final int MOST = 64 << 20;

    private final InputStream in;
    private final OutputStream out;

    private Origin(Socket socket) throws IOException {
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
    }

    public static void main(String[] args) throws IOException {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            System.out.println(server.getLocalPort());
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                threads.execute(() -> {
                    try (socket) {
                        Origin origin = new Origin(socket);
                        while (origin.serve()) {
                            origin.out.flush();
                        }
                    } catch (IOException e) {
                        System.err.println(e);
                    }
                });
            }
        }
    }

    private boolean serve() throws IOException {
        String start = line();
        if (start.isEmpty()) {
            return false;
        }
        String path = start.split(" ")[1];
        Map<String, String> fields = fields();
        byte[] body;
        Map<String, String> trailers = Map.of();
        if (fields.containsKey("transfer-encoding")) {
            body = chunks();
            trailers = fields();
        } else {
            body = octets(Integer.parseInt(fields.getOrDefault("content-length", "0")));
        }
        if (path.startsWith("/bytes/")) {
            body = known(Integer.parseInt(path.substring(7)));
        }
        if (path.equals("/trailers")) {
            write("HTTP/1.1 200 OK\r\nTrailer: x-length, x-heard\r\nTransfer-Encoding: chunked\r\n\r\n");
            if (body.length > 0) {
                write(Integer.toHexString(body.length) + "\r\n");
                out.write(body);
                write("\r\n");
            }
            write("0\r\nx-length: " + body.length + "\r\nx-heard: " + trailers.getOrDefault("x-sum", "none") + "\r\n\r\n");
        } else {
            write("HTTP/1.1 200 OK\r\nX-Path: " + path + "\r\nContent-Length: " + body.length + "\r\n\r\n");
            out.write(body);
        }
        return true;
    }

    private static byte[] known(int count) {
        byte[] octets = new byte[count];
        for (int i = 0; i < count; i++) {
            octets[i] = (byte) (i * 31 + i / 1000);
        }
        return octets;
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Map<String, String> fields() throws IOException {
        Map<String, String> fields = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            fields.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
        return fields;
    }

    private byte[] chunks() throws IOException {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            all.write(octets(size));
            line();
        }
        return all.toByteArray();
    }

    private byte[] octets(int count) throws IOException {
        if (count > MOST) {
            throw new IOException("too much");
        }
        byte[] octets = in.readNBytes(count);
        if (octets.length < count) {
            throw new EOFException("cut");
        }
        return octets;
    }

    /** A line without its end; empty at the end of the input. */
    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = in.read(); octet >= 0 && octet != '\n'; octet = in.read()) {
            line.append((char) octet);
        }
        return line.toString().stripTrailing();
    }
}
