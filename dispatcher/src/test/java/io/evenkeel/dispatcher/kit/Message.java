// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.util.List;

/** One HTTP/1 message as the {@link ReferenceReader} understood it. */
public final class Message {

    /** The rule by which the end of a message is found. */
    public enum Framing {
        NONE,
        LENGTH,
        CHUNKED,
        CLOSE
    }

    /**
     * One field line.
     *
     * @param value without the white space around it
     */
    public record Field(String name, String value) {}

    private final String first;
    private final String second;
    private final String third;
    private final List<Field> fields;
    private final Framing framing;
    private final long length;
    private final byte[] body;
    private final List<Field> trailers;

    Message(
            String first,
            String second,
            String third,
            List<Field> fields,
            Framing framing,
            long length,
            byte[] body,
            List<Field> trailers) {
        this.first = first;
        this.second = second;
        this.third = third;
        this.fields = List.copyOf(fields);
        this.framing = framing;
        this.length = length;
        this.body = body;
        this.trailers = List.copyOf(trailers);
    }

    Message with(byte[] newBody, List<Field> newTrailers) {
        return new Message(first, second, third, fields, framing, length, newBody, newTrailers);
    }

    /** Of a request. */
    public String method() {
        return first;
    }

    /** Of a request. */
    public String target() {
        return second;
    }

    /** The target of a request without its query. */
    public String path() {
        int query = second.indexOf('?');
        return query < 0 ? second : second.substring(0, query);
    }

    /** Of a response. */
    public int status() {
        return Integer.parseInt(second);
    }

    /** Of a response. */
    public String reason() {
        return third;
    }

    /** {@code HTTP/1.0} or {@code HTTP/1.1}. */
    public String version() {
        return first.startsWith("HTTP/") ? first : third;
    }

    public List<Field> fields() {
        return fields;
    }

    /** All values of a field, in order. */
    public List<String> values(String name) {
        return fields.stream()
                .filter(f -> f.name().equalsIgnoreCase(name))
                .map(Field::value)
                .toList();
    }

    /** The values of a field joined with commas; empty when there is none. */
    public String value(String name) {
        return String.join(", ", values(name));
    }

    public boolean has(String name) {
        return !values(name).isEmpty();
    }

    public Framing framing() {
        return framing;
    }

    /** The value of Content-Length where that frames the message. */
    public long length() {
        return length;
    }

    public byte[] body() {
        return body;
    }

    public String text() {
        return Wire.text(body);
    }

    public List<Field> trailers() {
        return trailers;
    }

    @Override
    public String toString() {
        return first + " " + second + " " + third + " " + fields + " " + framing + " body " + body.length + " "
                + trailers;
    }
}
