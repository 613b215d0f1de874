// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Message.Field;
import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A request of the tables, written for HTTP/1, said in HTTP/2: right where it was right, and wrong where it was wrong.
 *
 * @param fields of the head, the pseudo-fields first
 */
record Http2Request(String method, List<Field> fields, String body, List<Field> trailers) {

    /** Fields of HTTP/1's connections, which make a request of HTTP/2 malformed; another test is for them. */
    private static final Set<String> OF_CONNECTIONS =
            Set.of("connection", "keep-alive", "proxy-connection", "upgrade", "http2-settings", "te");

    private static final String END = "\r\n\r\n";

    /**
     * A request in HTTP/2; empty for one that HTTP/2 has no way to say: another version, a URI as its target, a fault
     * of lines or chunks.
     */
    static Optional<Http2Request> of(RequestCase c, String scheme) {
        int headEnd = c.raw().indexOf(END);
        if (headEnd < 0 || c.inBody()) {
            return Optional.empty();
        }
        String[] lines = c.raw().substring(0, headEnd).split("\r\n", -1);
        String[] start = lines[0].split(" ", -1);
        if (start.length != 3 || !start[2].equals("HTTP/1.1") || start[1].contains("://")) {
            return Optional.empty();
        }
        List<Field> head = new ArrayList<>(
                List.of(new Field(":method", start[0]), new Field(":scheme", scheme), new Field(":path", start[1])));
        List<Field> rest = new ArrayList<>();
        boolean chunked = false;
        for (String line : List.of(lines).subList(1, lines.length)) {
            int colon = line.indexOf(':');
            if (colon <= 0 || line.startsWith(" ") || line.startsWith("\t")) {
                return Optional.empty();
            }
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).replaceAll("^[ \t]+|[ \t]+$", "");
            if (OF_CONNECTIONS.contains(name)) {
                return Optional.empty();
            }
            if (name.equals("host") && head.size() == 3) {
                head.add(new Field(":authority", value));
            } else if (name.equals("transfer-encoding") && c.status() == RequestCase.FORWARDED) {
                chunked = true;
            } else {
                rest.add(new Field(name, value));
            }
        }
        head.addAll(rest);
        Http2Request said = chunked
                ? unchunked(start[0], head, c.raw())
                : new Http2Request(start[0], head, c.raw().substring(headEnd + END.length()), List.of());
        return Optional.of(said).filter(each -> each.trailers.stream().noneMatch(Http2Request::isOfConnections));
    }

    private static boolean isOfConnections(Field trailer) {
        return OF_CONNECTIONS.contains(trailer.name()) || trailer.name().equals("transfer-encoding");
    }

    private static Http2Request unchunked(String method, List<Field> head, String raw) {
        if (!(ReferenceReader.request(Wire.bytes(raw), 0) instanceof Reading.Whole whole)) {
            throw new AssertionError("not whole: " + raw);
        }
        Message message = whole.message();
        List<Field> trailers = message.trailers().stream()
                .map(each -> new Field(each.name().toLowerCase(Locale.ROOT), each.value()))
                .toList();
        return new Http2Request(method, head, message.text(), trailers);
    }
}
