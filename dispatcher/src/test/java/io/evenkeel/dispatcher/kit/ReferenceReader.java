// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.dispatcher.kit.Message.Field;
import io.evenkeel.dispatcher.kit.Message.Framing;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads HTTP/1 messages strictly, slowly and obviously, along the grammar of RFC 9112 and RFC 9110 §5.
 *
 * <p>This reader refuses what the grammar lets a recipient accept or refuse (bare LF, obs-fold, several equal lengths,
 * white space before a colon): it judges the output of the dispatcher, which must leave no choice. Two things are wider
 * than the grammar because they frame nothing: a target may hold any visible ASCII character but {@code #}, and a
 * {@code Host} is checked by its characters.
 */
public final class ReferenceReader {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");
    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9A-Za-z:.%_~!$&'()*+,;=-]+\\]|[0-9A-Za-z._~%!$&'()*+;=-]*)(:[0-9]*)?");
    private static final Pattern TARGET = Pattern.compile("[\\x21\\x22\\x24-\\x7e]+");
    private static final Pattern ABSOLUTE = Pattern.compile("(?i)[a-z][a-z0-9+.-]*://([^/?]*)([/?].*)?");
    private static final Pattern AUTHORITY = Pattern.compile("[^/?@]+:[0-9]{1,5}");
    private static final Pattern STATUS_LINE =
            Pattern.compile("(HTTP/1\\.[01]) ([1-9][0-9][0-9]) ([\\t\\x20-\\x7e\\x80-\\xff]*)");
    private static final Pattern LENGTH = Pattern.compile("[0-9]+");
    private static final Pattern EXTENSIONS = Pattern.compile(
            "([ \\t]*;[ \\t]*T([ \\t]*=[ \\t]*(T|\"([\\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*\"))?)*"
                    .replace("T", TOKEN.pattern()));

    private final byte[] bytes;
    private final boolean ended;
    private int at;

    private ReferenceReader(byte[] bytes, int from, boolean ended) {
        this.bytes = bytes;
        this.at = from;
        this.ended = ended;
    }

    /** Reads the head of a request; the message has no body yet and {@code end} is where that starts. */
    public static Reading requestHead(byte[] bytes, int from) {
        ReferenceReader reader = new ReferenceReader(bytes, from, false);
        return reader.reading(reader::readRequestHead);
    }

    /** Reads a whole request. */
    public static Reading request(byte[] bytes, int from) {
        ReferenceReader reader = new ReferenceReader(bytes, from, false);
        return reader.reading(() -> reader.readBody(reader.readRequestHead()));
    }

    /**
     * Reads the head of an answer, interim ones as well.
     *
     * @param method of the request that it answers
     */
    public static Reading responseHead(byte[] bytes, int from, String method) {
        ReferenceReader reader = new ReferenceReader(bytes, from, false);
        return reader.reading(() -> reader.readResponseHead(method));
    }

    /**
     * Reads one whole answer; an interim one counts as one.
     *
     * @param ended no bytes will follow, so that an answer without length is whole
     */
    public static Reading response(byte[] bytes, int from, String method, boolean ended) {
        ReferenceReader reader = new ReferenceReader(bytes, from, ended);
        return reader.reading(() -> reader.readBody(reader.readResponseHead(method)));
    }

    private Reading reading(Step step) {
        try {
            Message message = step.run();
            return new Reading.Whole(message, at);
        } catch (Cut e) {
            return new Reading.Partial(String.valueOf(e.getMessage()));
        } catch (Malformed e) {
            return new Reading.Refused(String.valueOf(e.getMessage()));
        }
    }

    private Message readRequestHead() throws Cut, Malformed {
        String[] parts = line("request line").split(" ", -1);
        must(parts.length == 3, "the request line has " + parts.length + " parts");
        String method = parts[0];
        String target = parts[1];
        String version = parts[2];
        must(TOKEN.matcher(method).matches(), "the method is not a token");
        must(version.equals("HTTP/1.1") || version.equals("HTTP/1.0"), "the version is '" + version + "'");
        checkTarget(method, target);
        List<Field> fields = fields();
        List<String> hosts = values(fields, "Host");
        must(hosts.size() <= 1, "several Host fields");
        must(hosts.size() == 1 || version.equals("HTTP/1.0"), "no Host field");
        for (String host : hosts) {
            must(HOST.matcher(host).matches(), "the Host is '" + host + "'");
        }
        List<String> codings = values(fields, "Transfer-Encoding");
        List<String> lengths = values(fields, "Content-Length");
        if (!codings.isEmpty()) {
            must(version.equals("HTTP/1.1"), "Transfer-Encoding in HTTP/1.0");
            must(lengths.isEmpty(), "Transfer-Encoding and Content-Length");
            must(onlyChunked(codings), "Transfer-Encoding is " + codings);
            return head(method, target, version, fields, Framing.CHUNKED, 0);
        }
        if (!lengths.isEmpty()) {
            return head(method, target, version, fields, Framing.LENGTH, length(lengths));
        }
        return head(method, target, version, fields, Framing.NONE, 0);
    }

    private static void checkTarget(String method, String target) throws Malformed {
        must(TARGET.matcher(target).matches(), "the target is '" + target + "'");
        if (method.equals("CONNECT")) {
            must(AUTHORITY.matcher(target).matches(), "CONNECT to something that is not host:port");
        } else if (target.equals("*")) {
            must(method.equals("OPTIONS"), "the target of " + method + " is *");
        } else if (!target.startsWith("/")) {
            must(ABSOLUTE.matcher(target).matches(), "the target is neither a path nor a URI");
        }
    }

    private Message readResponseHead(String method) throws Cut, Malformed {
        var start = STATUS_LINE.matcher(line("status line"));
        must(start.matches(), "the status line is not one");
        String version = start.group(1);
        String status = start.group(2);
        String reason = start.group(3);
        List<Field> fields = fields();
        List<String> codings = values(fields, "Transfer-Encoding");
        List<String> lengths = values(fields, "Content-Length");
        must(codings.isEmpty() || lengths.isEmpty(), "Transfer-Encoding and Content-Length");
        must(codings.isEmpty() || onlyChunked(codings), "Transfer-Encoding is " + codings);
        must(codings.isEmpty() || version.equals("HTTP/1.1"), "Transfer-Encoding in HTTP/1.0");
        long length = lengths.isEmpty() ? 0 : length(lengths);
        boolean never = status.startsWith("1") || status.equals("204");
        must(!never || (codings.isEmpty() && lengths.isEmpty()), status + " with a length or a coding");
        boolean accepted = method.equals("CONNECT") && status.startsWith("2");
        if (never || accepted || status.equals("304") || method.equals("HEAD")) {
            return head(version, status, reason, fields, Framing.NONE, length);
        }
        Framing framing = !codings.isEmpty() ? Framing.CHUNKED : !lengths.isEmpty() ? Framing.LENGTH : Framing.CLOSE;
        return head(version, status, reason, fields, framing, length);
    }

    private static Message head(
            String first, String second, String third, List<Field> fields, Framing framing, long length) {
        return new Message(first, second, third, fields, framing, length, new byte[0], List.of());
    }

    private Message readBody(Message head) throws Cut, Malformed {
        switch (head.framing()) {
            case NONE -> {
                return head;
            }
            case LENGTH -> {
                need(head.length() <= bytes.length - at, "the rest of the body");
                return head.with(take((int) head.length(), "body"), List.of());
            }
            case CLOSE -> {
                need(ended, "the end of the connection");
                return head.with(take(bytes.length - at, "body"), List.of());
            }
            case CHUNKED -> {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                while (true) {
                    int size = chunkSize(line("chunk size"));
                    if (size == 0) {
                        break;
                    }
                    body.writeBytes(take(size, "chunk"));
                    must(line("end of chunk").isEmpty(), "no CRLF after a chunk");
                }
                return head.with(body.toByteArray(), fields());
            }
        }
        throw new IllegalStateException();
    }

    private static int chunkSize(String line) throws Malformed {
        int digits = 0;
        while (digits < line.length() && Character.digit(line.charAt(digits), 16) >= 0 && line.charAt(digits) < 128) {
            digits++;
        }
        String size = line.substring(0, digits);
        boolean fits = digits > 0 && new BigInteger(size, 16).bitLength() < Long.SIZE;
        must(fits, "the chunk size is '" + size + "'");
        must(EXTENSIONS.matcher(line.substring(digits)).matches(), "the chunk extension is not one");
        return (int) Math.min(Long.parseLong(size, 16), Integer.MAX_VALUE);
    }

    private List<Field> fields() throws Cut, Malformed {
        List<Field> fields = new ArrayList<>();
        while (true) {
            String line = line("field line");
            if (line.isEmpty()) {
                return fields;
            }
            int colon = line.indexOf(':');
            must(colon > 0, "a field line without name and colon: '" + line + "'");
            String name = line.substring(0, colon);
            must(TOKEN.matcher(name).matches(), "the field name '" + name + "' is not a token");
            String value = line.substring(colon + 1);
            must(VALUE.matcher(value).matches(), "the value of " + name + " holds a control character");
            fields.add(new Field(name, value.replaceAll("^[ \\t]+|[ \\t]+\\z", "")));
        }
    }

    private static List<String> values(List<Field> fields, String name) {
        return fields.stream()
                .filter(f -> f.name().equalsIgnoreCase(name))
                .map(Field::value)
                .toList();
    }

    private static boolean onlyChunked(List<String> codings) {
        return codings.size() == 1 && codings.get(0).toLowerCase(Locale.ROOT).equals("chunked");
    }

    private static long length(List<String> lengths) throws Malformed {
        must(lengths.size() == 1, "several Content-Length fields");
        String length = lengths.get(0);
        boolean fits = LENGTH.matcher(length).matches() && new BigInteger(length).bitLength() < Long.SIZE;
        must(fits, "Content-Length is '" + length + "'");
        return Long.parseLong(length);
    }

    /** The characters up to the next CRLF, which is passed; a CR or LF of its own is malformed. */
    private String line(String what) throws Cut, Malformed {
        StringBuilder line = new StringBuilder();
        for (int i = at; i < bytes.length; i++) {
            char c = (char) (bytes[i] & 0xff);
            must(c != '\n', "bare LF in the " + what);
            if (c == '\r') {
                need(i + 1 < bytes.length, "LF of the " + what);
                must(bytes[i + 1] == '\n', "bare CR in the " + what);
                at = i + 2;
                return line.toString();
            }
            line.append(c);
        }
        throw new Cut("the rest of the " + what);
    }

    private byte[] take(int count, String what) throws Cut {
        need(bytes.length - at >= count, "the rest of the " + what);
        byte[] taken = new byte[count];
        System.arraycopy(bytes, at, taken, 0, count);
        at += count;
        return taken;
    }

    private static void must(boolean holds, String otherwise) throws Malformed {
        if (!holds) {
            throw new Malformed(otherwise);
        }
    }

    private static void need(boolean there, String missing) throws Cut {
        if (!there) {
            throw new Cut(missing);
        }
    }

    private interface Step {
        Message run() throws Cut, Malformed;
    }

    private static final class Cut extends Exception {
        private static final long serialVersionUID = 1L;

        Cut(String message) {
            super(message);
        }
    }

    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }
}
