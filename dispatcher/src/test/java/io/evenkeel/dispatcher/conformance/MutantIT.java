// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Each side sees well-formed messages only, no matter what the other sends, and every request gets its own answer or an
 * error.
 */
@Tag("thorough")
class MutantIT {

    private static final int MUTANTS = Integer.getInteger("mutants", 3000);

    private final long seed = Mutants.seed(20_260_101);
    private final Mutants mutants = new Mutants(seed);

    private static List<String> small(Stream<String> all) {
        return all.filter(s -> s.length() < 3000 && !s.isEmpty()).toList();
    }

    @Test
    void keepsBrokenRequestsFromNodes() throws Exception {
        List<String> seeds = small(Stream.concat(ForwardedRequests.all().stream(), RefusedRequests.all().stream())
                .map(RequestCase::raw)
                .filter(raw -> !raw.startsWith("HEAD") && !raw.startsWith("CONNECT")));
        try (Stand stand = Stand.on(Way.USUAL)) {
            for (int i = 0; i < MUTANTS; i++) {
                String raw = mutants.of(seeds);
                Stand.naming("mutant " + i + " of -Dseed=" + seed, raw, () -> {
                    int before = stand.requests().size();
                    List<Message> answers = new ArrayList<>();
                    try (RawClient client = stand.connect()) {
                        client.trySend(Wire.bytes(raw));
                        client.halfClose();
                        byte[] all = client.rest();
                        int at = 0;
                        while (at < all.length) {
                            Reading reading = ReferenceReader.response(
                                    all, at, "GET", client.ending() == RawClient.Ending.CLOSED);
                            assertThat(reading)
                                    .as("answer at %s of:\n%s", at, Wire.shown(all))
                                    .isInstanceOf(Reading.Whole.class);
                            Reading.Whole whole = (Reading.Whole) reading;
                            at = whole.end();
                            answers.add(whole.message());
                        }
                    }
                    answers.removeIf(answer -> !answer.has("X-Seen"));
                    List<Message> got = stand.requests();
                    assertThat(answers)
                            .as("an answer for each request at the node")
                            .hasSizeLessThanOrEqualTo(got.size() - before);
                    for (Message answer : answers) {
                        Message request = got.get(before++);
                        assertThat(answer.value("X-Seen")).isEqualTo(request.method() + " " + request.target());
                        assertThat(answer.text()).isEqualTo(request.text());
                    }
                    assertThat(stand.takeMalformed())
                            .as("malformed requests at the node")
                            .isEmpty();
                });
            }
        }
    }

    @Test
    void keepsBrokenAnswersFromClients() throws Exception {
        List<String> seeds = small(
                Responses.all().stream().filter(c -> c.method().equals("GET")).map(ResponseCase::raw));
        try (Stand stand = Stand.on(Way.USUAL)) {
            for (int i = 0; i < MUTANTS; i++) {
                String raw = mutants.of(seeds);
                Stand.naming("mutant " + i + " of -Dseed=" + seed, raw, () -> {
                    stand.on("/r", (peer, head) -> {
                        peer.body();
                        peer.write(raw);
                        peer.close();
                    });
                    try (RawClient client = stand.connect()) {
                        client.send(
                                "GET /r HTTP/1.1\r\nHost: a\r\n\r\nGET /own HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                        byte[] all = client.rest();
                        int at = 0;
                        List<String> finals = new ArrayList<>();
                        while (at < all.length) {
                            Reading reading = ReferenceReader.response(
                                    all, at, "GET", client.ending() == RawClient.Ending.CLOSED);
                            assertThat(reading)
                                    .as("answer at %s of:\n%s", at, Wire.shown(all))
                                    .isNotInstanceOf(Reading.Refused.class);
                            if (!(reading instanceof Reading.Whole whole)) {
                                break;
                            }
                            at = whole.end();
                            Message message = whole.message();
                            if (message.status() >= 200) {
                                finals.add(message.value("X-Seen"));
                            }
                        }
                        assertThat(finals.stream().skip(1))
                                .as("the answers behind the first in:\n%s", Wire.shown(all))
                                .allMatch("GET /own"::equals)
                                .hasSizeLessThanOrEqualTo(1);
                    }
                });
            }
        }
    }
}
