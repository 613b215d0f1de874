// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import static io.evenkeel.dispatcher.kit.StreamClient.must;

import io.evenkeel.dispatcher.kit.Message.Field;
import io.evenkeel.dispatcher.kit.Message.Framing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One stream of a {@link StreamClient}. */
public final class StreamAsked implements Asked {

    /** Fields that belong to a connection of HTTP/1 (RFC 9113 §8.2.2). */
    private static final Set<String> OF_CONNECTIONS =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te");

    private static final int NO_ERROR = 0;
    private static final int REFUSED_STREAM = 7;

    private final StreamClient client;
    private final int id;
    private final String method;
    private final List<Message> interims = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int interimsGiven;
    private long window;
    private List<Field> head = List.of();
    private List<Field> trailers = List.of();
    private boolean begun;
    private boolean whole;
    private boolean notTaken;
    private @Nullable Integer reset;

    StreamAsked(StreamClient client, int id, String method, long window) {
        this.client = client;
        this.id = id;
        this.method = method;
        this.window = window;
    }

    int id() {
        return id;
    }

    long window() {
        return window;
    }

    void moveWindow(long octets) {
        window += octets;
        must(window <= Integer.MAX_VALUE, "a window above 2^31-1");
    }

    /** True when the other side takes nothing more of the request. */
    boolean isOver() {
        return reset != null || notTaken;
    }

    void notTaken() {
        notTaken = true;
    }

    void fields(List<Field> fields, boolean ends) {
        must(!whole && reset == null, "HEADERS behind the end of stream " + id);
        for (Field each : fields) {
            must(each.name().equals(each.name().toLowerCase(Locale.ROOT)), "the name " + each.name());
            must(!OF_CONNECTIONS.contains(each.name()), "the field " + each.name());
            must(each.value().equals(each.value().strip()), "white space around the value of " + each.name());
        }
        long pseudo =
                fields.stream().filter(each -> each.name().startsWith(":")).count();
        if (begun) {
            must(ends && pseudo == 0, "trailers " + fields);
            trailers = fields;
            finish();
            return;
        }
        must(pseudo == 1 && fields.get(0).name().equals(":status"), "the head " + fields);
        if (fields.get(0).value().startsWith("1")) {
            must(!ends && !fields.get(0).value().equals("101"), "the interim answer " + fields);
            interims.add(message(fields));
            return;
        }
        begun = true;
        head = fields;
        if (ends) {
            finish();
        }
    }

    void data(byte[] octets, boolean ends) {
        must(begun, "DATA before the head of stream " + id);
        must(!whole && reset == null, "DATA behind the end of stream " + id);
        body.writeBytes(octets);
        must(body.size() == 0 || !isBodiless(), "a body of " + method + " " + head);
        if (ends) {
            finish();
        }
    }

    private boolean isBodiless() {
        return method.equals("HEAD")
                || Set.of("204", "304").contains(head.get(0).value());
    }

    private void finish() {
        whole = true;
        for (String length : message(head).values("content-length")) {
            must(isBodiless() || Long.parseLong(length) == body.size(), body.size() + " bytes of " + length);
        }
    }

    void reset(int error) {
        must(reset == null, "two resets of stream " + id);
        must(!whole || error == NO_ERROR, "reset " + error + " behind the end of stream " + id);
        reset = error;
    }

    private Message message(List<Field> fields) {
        List<Field> own = fields.subList(1, fields.size());
        Message plain = new Message("HTTP/2", fields.get(0).value(), "", own, Framing.NONE, 0, new byte[0], List.of());
        if (plain.status() < 200 || (whole && body.size() == 0)) {
            return plain;
        }
        String length = plain.value("content-length");
        return length.isEmpty()
                ? new Message("HTTP/2", fields.get(0).value(), "", own, Framing.CHUNKED, 0, new byte[0], List.of())
                : new Message(
                        "HTTP/2",
                        fields.get(0).value(),
                        "",
                        own,
                        Framing.LENGTH,
                        Long.parseLong(length),
                        new byte[0],
                        List.of());
    }

    @Override
    public Asked body(String octets) throws IOException {
        client.data(this, Wire.bytes(octets), false);
        return this;
    }

    @Override
    public Asked end(List<Field> newTrailers) throws IOException {
        if (newTrailers.isEmpty()) {
            client.data(this, new byte[0], true);
        } else {
            client.block(id, newTrailers, true);
        }
        return this;
    }

    private void await(BooleanSupplier condition) throws IOException {
        while (!condition.getAsBoolean()) {
            if (notTaken || (reset != null && reset == REFUSED_STREAM)) {
                throw new NotTaken("stream " + id + " was not taken");
            }
            if (reset != null) {
                throw new AssertionError("the stream was reset with " + reset + ", got:\n" + shown());
            }
            if (client.ended()) {
                throw new AssertionError("the connection ended, got:\n" + shown());
            }
            if (!client.turn(RawClient.PATIENCE_MS)) {
                throw new AssertionError("no answer in time, got:\n" + shown());
            }
        }
    }

    private String shown() {
        return head + " " + Wire.shown(body.toByteArray());
    }

    @Override
    public Message interim() throws IOException {
        await(() -> begun || interims.size() > interimsGiven);
        if (interims.size() == interimsGiven) {
            throw new AssertionError("a final answer: " + head);
        }
        return interims.get(interimsGiven++);
    }

    @Override
    public Message head() throws IOException {
        await(() -> begun);
        return message(head);
    }

    @Override
    public Message response() throws IOException {
        await(() -> whole);
        return message(head).with(body.toByteArray(), trailers);
    }

    @Override
    public List<Message> interims() {
        return interims;
    }

    @Override
    public String cut() throws IOException {
        await(() -> reset != null || whole);
        if (whole || !begun || reset == null || reset == NO_ERROR) {
            throw new AssertionError("not visibly cut: whole " + whole + ", reset " + reset + ", got:\n" + shown());
        }
        return Wire.text(body.toByteArray());
    }

    /** Waits for the end of the stream; the status of the answer, or {@code reset} and the number of the error. */
    public String outcome() throws IOException {
        await(() -> whole || reset != null);
        return whole ? head.get(0).value() : "reset " + reset;
    }

    @Override
    public boolean silentFor(int millis) throws IOException {
        long endNs = System.nanoTime() + millis * 1_000_000L;
        int before = interims.size();
        for (long leftNs = millis * 1_000_000L; leftNs > 0; leftNs = endNs - System.nanoTime()) {
            if (begun || reset != null || interims.size() > before || client.ended()) {
                return false;
            }
            client.turn((int) (leftNs / 1_000_000));
        }
        return !begun && reset == null;
    }

    @Override
    public void leave() throws IOException {
        client.cancel(id);
    }
}
