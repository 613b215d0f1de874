// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;
import java.io.ByteArrayOutputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one HTTP/1.1 answer after the other, in pieces as they come; an answer that ends early is never a short answer.
 *
 * <p>Keeps the head as octets and looks fields up on demand, so that unused fields allocate nothing.
 */
final class AnswerParser implements ServerAnswer {

    private static final int LONGEST_HEAD = 64 * 1024;
    private static final int LONGEST_KEPT_BODY = 16 * 1024 * 1024;
    private static final int LONGEST_CHUNK_LINE = 1024;
    private static final int TLS_ALERT = 21;

    private enum State {
        HEAD,
        FIXED,
        CHUNK_LINE,
        CHUNK,
        CHUNK_END,
        TRAILER,
        TO_END,
        DONE
    }

    private State state = State.DONE;
    private boolean keepsBody;
    private boolean isHead;
    private byte[] head = new byte[1024];
    private int headLength;
    private int lineLength;
    private int status;
    private boolean isLast;
    private long left;
    private boolean inSize;
    private int sizeDigits;
    private long bodyLength;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);

    /**
     * Expects the next answer.
     *
     * @param keepsBody true when the body will be asked for
     * @param isHead true when the request was a HEAD, whose answer has no body
     */
    void begin(boolean keepsBody, boolean isHead) {
        this.keepsBody = keepsBody;
        this.isHead = isHead;
        state = State.HEAD;
        headLength = 0;
        lineLength = 0;
        bodyLength = 0;
        isLast = false;
        body.reset();
    }

    /** True when the connection cannot be used again after this answer. */
    boolean isLast() {
        return isLast;
    }

    /** Takes the octets that belong to the answer; true when it is complete. */
    boolean feed(ByteBuf in) throws ProtocolException {
        while (state != State.DONE && in.isReadable()) {
            switch (state) {
                case HEAD -> readHead(in);
                case FIXED, CHUNK -> readBody(in, left);
                case TO_END -> readBody(in, Long.MAX_VALUE);
                default -> readFraming(in);
            }
        }
        return state == State.DONE;
    }

    /** Notes the end of the stream; true when this answer ends in that way. */
    boolean end() {
        boolean complete = state == State.TO_END;
        state = State.DONE;
        return complete;
    }

    private void readHead(ByteBuf in) throws ProtocolException {
        int end = in.forEachByte(ByteProcessor.FIND_LF);
        int length = (end < 0 ? in.writerIndex() : end + 1) - in.readerIndex();
        if (headLength + length > LONGEST_HEAD) {
            throw new ProtocolException("a head of more than " + LONGEST_HEAD + " bytes");
        }
        if (headLength + length > head.length) {
            head = Arrays.copyOf(head, Math.max(headLength + length, 2 * head.length));
        }
        in.readBytes(head, headLength, length);
        headLength += length;
        lineLength += length;
        if (headLength >= 5 && (head[0] != 'H' || head[4] != '/')) {
            throw new ProtocolException(
                    head[0] == TLS_ALERT && head[1] == 3
                            ? "the server speaks TLS; write https:// in the URL"
                            : "the answer is not HTTP");
        }
        if (end >= 0) {
            boolean isEmpty = lineLength == 1 || (lineLength == 2 && head[headLength - 2] == '\r');
            lineLength = 0;
            if (isEmpty) {
                headEnded();
            }
        }
    }

    private void headEnded() throws ProtocolException {
        if (headLength < 14 || !new String(head, 0, 7, StandardCharsets.ISO_8859_1).equals("HTTP/1.")) {
            throw new ProtocolException("not a status line");
        }
        status = digit(9) * 100 + digit(10) * 10 + digit(11);
        if (status < 200 && status != 101) {
            headLength = 0;
            return;
        }
        String connection = field("connection");
        isLast = status == 101
                || (head[7] == '0' && !"keep-alive".equalsIgnoreCase(connection))
                || "close".equalsIgnoreCase(connection);
        String coding = field("transfer-encoding");
        String length = field("content-length");
        if (isHead || status == 101 || status == 204 || status == 304) {
            state = State.DONE;
        } else if (coding != null) {
            if (!coding.equalsIgnoreCase("chunked")) {
                throw new ProtocolException("transfer coding " + coding);
            }
            beginChunkLine();
        } else if (length != null) {
            left = length(length);
            state = left == 0 ? State.DONE : State.FIXED;
        } else {
            isLast = true;
            state = State.TO_END;
        }
    }

    private int digit(int at) throws ProtocolException {
        int digit = head[at] - '0';
        if (digit < 0 || digit > 9) {
            throw new ProtocolException("not a status");
        }
        return digit;
    }

    private static long length(String text) throws ProtocolException {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || i > 17) {
                throw new ProtocolException("not a length: " + text);
            }
            length = length * 10 + digit;
        }
        if (text.isEmpty()) {
            throw new ProtocolException("an empty length");
        }
        return length;
    }

    private void readBody(ByteBuf in, long most) throws ProtocolException {
        int length = (int) Math.min(in.readableBytes(), most);
        if (keepsBody) {
            if (body.size() + length > LONGEST_KEPT_BODY) {
                throw new ProtocolException("a body of more than " + LONGEST_KEPT_BODY + " bytes");
            }
            byte[] piece = new byte[length];
            in.readBytes(piece);
            body.writeBytes(piece);
        } else {
            in.skipBytes(length);
        }
        bodyLength += length;
        if (state != State.TO_END) {
            left -= length;
            if (left == 0) {
                state = state == State.FIXED ? State.DONE : State.CHUNK_END;
                lineLength = 0;
            }
        }
    }

    private void beginChunkLine() {
        state = State.CHUNK_LINE;
        left = 0;
        lineLength = 0;
        inSize = true;
        sizeDigits = 0;
    }

    private void readFraming(ByteBuf in) throws ProtocolException {
        byte next = in.readByte();
        if (++lineLength > LONGEST_CHUNK_LINE) {
            throw new ProtocolException("a line of more than " + LONGEST_CHUNK_LINE + " bytes between chunks");
        }
        switch (state) {
            case CHUNK_LINE -> readChunkLine(next);
            case CHUNK_END -> {
                if (next == '\n') {
                    beginChunkLine();
                } else if (next != '\r') {
                    throw new ProtocolException("a chunk is longer than it said");
                }
            }
            default -> {
                if (next == '\n' && lineLength <= 2) {
                    state = State.DONE;
                } else if (next == '\n') {
                    lineLength = 0;
                } else if (next == '\r') {
                    lineLength--;
                }
            }
        }
    }

    private void readChunkLine(byte next) throws ProtocolException {
        int digit = Character.digit(next, 16);
        if (next == '\n') {
            if (sizeDigits == 0) {
                throw new ProtocolException("a chunk without a length");
            }
            state = left == 0 ? State.TRAILER : State.CHUNK;
            lineLength = 0;
        } else if (inSize && digit >= 0 && left < 1L << 55) {
            left = left * 16 + digit;
            sizeDigits++;
        } else if (next == ';' || next == '\r' || next == ' ') {
            inSize = false;
        } else if (inSize) {
            throw new ProtocolException("not the length of a chunk");
        }
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public @Nullable String field(String name) {
        int at = find(name, 0);
        return at < 0 ? null : value(at + name.length() + 1);
    }

    @Override
    public List<String> fields(String name) {
        List<String> values = new ArrayList<>();
        for (int at = find(name, 0); at >= 0; at = find(name, at + 1)) {
            values.add(value(at + name.length() + 1));
        }
        return values;
    }

    /** The start of the next line with a field of this name; -1 when there is none. */
    private int find(String name, int from) {
        int length = name.length();
        for (int at = lineAfter(from); at >= 0 && at + length < headLength; at = lineAfter(at)) {
            if (head[at + length] == ':' && isNamed(at, name)) {
                return at;
            }
        }
        return -1;
    }

    private boolean isNamed(int at, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (lower(head[at + i]) != lower(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int octet) {
        return octet >= 'A' && octet <= 'Z' ? octet + 32 : octet;
    }

    private int lineAfter(int from) {
        for (int i = from; i < headLength; i++) {
            if (head[i] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private String value(int from) {
        int end = from;
        while (head[end] != '\n') {
            end++;
        }
        return new String(head, from, end - from, StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public String body() {
        return body.toString(StandardCharsets.UTF_8);
    }

    @Override
    public long bodyLength() {
        return bodyLength;
    }
}
