// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads one HTTP/1.1 answer out of a stream; an answer that ends early is an exception and never a short answer.
 *
 * <p>Throws {@link EOFException} when the stream ends too soon, {@link ProtocolException} when what comes is not HTTP.
 */
final class AnswerReader {

    private static final int LONGEST_LINE = 16 * 1024;
    private static final int MOST_FIELDS = 200;
    private static final int LONGEST_BODY = 16 * 1024 * 1024;

    private final InputStream in;
    private boolean endsWithStream;

    AnswerReader(InputStream in) {
        this.in = in;
    }

    Answer read() throws IOException {
        int status;
        Map<String, List<String>> fields;
        do {
            status = status(line());
            fields = fields();
        } while (status >= 100 && status < 200);
        Answer head = new Answer(status, fields, "");
        return new Answer(status, fields, new String(body(head), StandardCharsets.UTF_8));
    }

    /** Whether the connection can be used again after what was read. */
    boolean canContinue(Answer answer) {
        String connection = answer.field("connection");
        return !endsWithStream && (connection == null || !connection.equalsIgnoreCase("close"));
    }

    private int status(String line) throws ProtocolException {
        if (!line.startsWith("HTTP/1.") || line.length() < 12) {
            throw new ProtocolException("not a status line: " + line);
        }
        endsWithStream = line.charAt(7) == '0';
        return Integer.parseInt(line, 9, 12, 10);
    }

    private Map<String, List<String>> fields() throws IOException {
        Map<String, List<String>> fields = new HashMap<>();
        for (int i = 0; i < MOST_FIELDS; i++) {
            String line = line();
            if (line.isEmpty()) {
                return fields;
            }
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new ProtocolException("not a field: " + line);
            }
            fields.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        throw new ProtocolException("more than " + MOST_FIELDS + " fields");
    }

    private byte[] body(Answer head) throws IOException {
        String coding = head.field("transfer-encoding");
        String length = head.field("content-length");
        if (head.status() == 204 || head.status() == 304) {
            return new byte[0];
        }
        if (coding != null) {
            if (!coding.equalsIgnoreCase("chunked")) {
                throw new ProtocolException("transfer coding " + coding);
            }
            return chunks();
        }
        if (length != null) {
            return exactly(number(length, 10));
        }
        endsWithStream = true;
        byte[] rest = in.readNBytes(LONGEST_BODY + 1);
        return checked(rest);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String line = line();
            int semicolon = line.indexOf(';');
            int size = number((semicolon < 0 ? line : line.substring(0, semicolon)).strip(), 16);
            if (size == 0) {
                fields();
                return body.toByteArray();
            }
            body.write(exactly(size));
            checked(new byte[0], body.size());
            if (!line().isEmpty()) {
                throw new ProtocolException("a chunk is longer than it said");
            }
        }
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the body ended after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private static byte[] checked(byte[] body) throws ProtocolException {
        return checked(body, body.length);
    }

    private static byte[] checked(byte[] body, int length) throws ProtocolException {
        if (length > LONGEST_BODY) {
            throw new ProtocolException("a body of more than " + LONGEST_BODY + " bytes");
        }
        return body;
    }

    private static int number(String text, int radix) throws ProtocolException {
        try {
            int number = Integer.parseUnsignedInt(text, radix);
            checked(new byte[0], number);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new ProtocolException("not a length: " + text);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < LONGEST_LINE) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the head ended in the middle");
            }
            if (next == '\n') {
                int end = line.length();
                if (end > 0 && line.charAt(end - 1) == '\r') {
                    line.setLength(end - 1);
                }
                return line.toString();
            }
            line.append((char) next);
        }
        throw new ProtocolException("a line of more than " + LONGEST_LINE + " characters");
    }
}
