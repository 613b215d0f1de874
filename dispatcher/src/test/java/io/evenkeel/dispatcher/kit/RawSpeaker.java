// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.dispatcher.kit.Message.Field;
import io.evenkeel.dispatcher.kit.RawClient.Ending;
import java.io.IOException;
import java.util.List;

/** A client of HTTP/1.1. */
final class RawSpeaker implements AnyClient {

    private static final String CRLF = "\r\n";

    private final RawClient client;
    private boolean reusable = true;

    RawSpeaker(RawClient client) {
        this.client = client;
    }

    @Override
    public Asked begin(Question question, long length) throws IOException {
        StringBuilder head = new StringBuilder(question.method() + " " + question.target() + " HTTP/1.1" + CRLF);
        head.append("Host: ").append(question.authority()).append(CRLF);
        head.append(lines(question.fields()));
        if (length > 0) {
            head.append("Content-Length: ").append(length).append(CRLF);
        } else if (length == UNTOLD) {
            head.append("Transfer-Encoding: chunked").append(CRLF);
        }
        client.send(head + CRLF);
        return new Spoken(question.method(), length == UNTOLD);
    }

    private static String lines(List<Field> fields) {
        StringBuilder lines = new StringBuilder();
        for (Field each : fields) {
            lines.append(each.name()).append(": ").append(each.value()).append(CRLF);
        }
        return lines.toString();
    }

    @Override
    public boolean reusable() {
        return reusable;
    }

    @Override
    public void close() throws IOException {
        client.close();
    }

    private final class Spoken implements Asked {

        private final String method;
        private final boolean chunked;

        Spoken(String method, boolean chunked) {
            this.method = method;
            this.chunked = chunked;
        }

        @Override
        public Asked body(String octets) {
            if (!octets.isEmpty()) {
                client.trySend(
                        Wire.bytes(chunked ? Integer.toHexString(octets.length()) + CRLF + octets + CRLF : octets));
            }
            return this;
        }

        @Override
        public Asked end(List<Field> trailers) {
            if (chunked) {
                client.trySend(Wire.bytes("0" + CRLF + lines(trailers) + CRLF));
            }
            return this;
        }

        @Override
        public Message interim() throws IOException {
            Message next = client.next(method);
            if (next.status() >= 200) {
                throw new AssertionError("a final answer: " + next);
            }
            return next;
        }

        @Override
        public Message head() throws IOException {
            return closing(client.coming(method));
        }

        @Override
        public Message response() throws IOException {
            return closing(client.response(method));
        }

        private Message closing(Message answer) {
            reusable = !answer.value("Connection").equalsIgnoreCase("close");
            return answer;
        }

        @Override
        public List<Message> interims() {
            return client.interims();
        }

        @Override
        public String cut() throws IOException {
            client.coming(method);
            byte[] all = client.rest();
            reusable = false;
            boolean closed = client.ending() == Ending.CLOSED;
            Reading reading = ReferenceReader.response(all, 0, method, closed);
            if (!(reading instanceof Reading.Partial)) {
                throw new AssertionError("not visibly cut, " + reading + ", got:\n" + Wire.shown(all));
            }
            Reading head = ReferenceReader.responseHead(all, 0, method);
            if (!(head instanceof Reading.Whole whole)) {
                throw new AssertionError("no head, got:\n" + Wire.shown(all));
            }
            return Wire.text(all).substring(whole.end());
        }

        @Override
        public boolean silentFor(int millis) throws IOException {
            return client.silentFor(millis);
        }

        @Override
        public void leave() throws IOException {
            reusable = false;
            client.abort();
        }
    }
}
