// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.conformance.ResponseCase.Expected;
import io.evenkeel.dispatcher.kit.AnyClient;
import io.evenkeel.dispatcher.kit.Asked;
import io.evenkeel.dispatcher.kit.Cover;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Question;
import io.evenkeel.dispatcher.kit.StreamAsked;
import io.evenkeel.dispatcher.kit.StreamClient;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The tables of requests and answers with a client of HTTP/2, as far as it can say them: a sample on clear text; the
 * slow tests have all of them, under TLS as well. After each, the next request on the same connection gets its answer.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class Http2TablesIT {

    private static final int SAMPLE = 60;
    private static final String PROTOCOL_ERROR = "reset 1";

    /**
     * Requests whose check is about HTTP/1: the version in {@code Via}, and lines of cookies, which HTTP/2 splits and
     * joins (RFC 9113 §8.2.3).
     */
    private static final Set<String> ABOUT_HTTP1 = Set.of("fields of the dispatcher", "Via is appended", "cookies");

    /** Requests that only HTTP/1 refuses: lengths, or an :authority and a Host, that say the same. */
    private static final Set<String> FINE = Set.of("two equal Hosts", "two Hosts of other case", "two equal lengths");

    private final Stand clear = Stand.on(Way.USUAL);
    private final Stand tls = Stand.on(Way.TLS);

    @AfterAll
    void stop() throws IOException {
        clear.close();
        tls.close();
    }

    private static List<RequestCase> requests(Cover cover) {
        return Stream.concat(ForwardedRequests.all(cover).stream(), RefusedRequests.all().stream())
                .filter(c -> Http2Request.of(c, cover.scheme()).isPresent())
                .filter(c -> !ABOUT_HTTP1.contains(c.name()) && !FINE.contains(c.name()))
                .toList();
    }

    @Test
    void mostCasesCanBeSaid() {
        List<RequestCase> all = requests(Cover.NONE);
        assertThat(all.stream().filter(c -> c.status() == RequestCase.FORWARDED))
                .hasSizeGreaterThan(140);
        assertThat(all.stream().filter(c -> c.status() != RequestCase.FORWARDED))
                .hasSizeGreaterThan(200);
    }

    @TestFactory
    Stream<DynamicContainer> carries() {
        return Stream.of(
                requests("sample", Stand.sample(requests(Cover.OF_THIS_RUN), SAMPLE), clear, Cover.OF_THIS_RUN),
                answers("sample", Stand.sample(Responses.all(), SAMPLE), clear));
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicContainer> carriesInEveryWay() {
        return Stream.of(
                requests("all", requests(Cover.OF_THIS_RUN), clear, Cover.OF_THIS_RUN),
                requests("under TLS", requests(Cover.TLS), tls, Cover.TLS),
                answers("all", Responses.all(), clear),
                answers("under TLS", Responses.all(), tls));
    }

    private static DynamicContainer requests(String way, List<RequestCase> cases, Stand stand, Cover cover) {
        return DynamicContainer.dynamicContainer(
                "requests, " + way,
                cases.stream()
                        .map(c -> DynamicTest.dynamicTest(
                                c.name(), () -> Stand.naming(c.name(), c.raw(), () -> play(stand, c, cover)))));
    }

    private static void play(Stand stand, RequestCase c, Cover cover) throws Exception {
        Http2Request request = Http2Request.of(c, cover.scheme()).orElseThrow();
        int before = stand.requests().size();
        try (StreamClient client = StreamClient.to(stand.dispatcher().door())) {
            boolean whole = request.body().isEmpty() && request.trailers().isEmpty();
            StreamAsked asked = client.begin(request.method(), request.fields(), whole);
            if (!whole) {
                asked.body(request.body()).end(request.trailers());
            }
            verdict(c).of(c, request, asked, stand, before);
            assertThat(client.ask(Question.get("/next")).response().value("X-Seen"))
                    .as("the next request of the connection")
                    .isEqualTo("GET /next");
        }
        assertThat(stand.takeMalformed()).as("malformed requests at the node").isEmpty();
    }

    /** All that must become of a request. */
    @FunctionalInterface
    private interface Verdict {
        void of(RequestCase c, Http2Request request, StreamAsked asked, Stand stand, int before) throws IOException;
    }

    private static Verdict verdict(RequestCase c) {
        return c.status() == RequestCase.FORWARDED ? Http2TablesIT::isForwarded : Http2TablesIT::isRefused;
    }

    private static void isForwarded(RequestCase c, Http2Request request, StreamAsked asked, Stand stand, int before)
            throws IOException {
        assertThat(MalformedHttp2.is(request)).isFalse();
        Message answer = asked.response();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(stand.requests()).as("requests that reached a node").hasSize(before + 1);
        Message got = stand.requests().get(before);
        Stand.checkForwarded(got);
        c.check().accept(got);
        assertThat(answer.text()).isEqualTo(got.method().equals("HEAD") ? "" : got.text());
    }

    private static void isRefused(RequestCase c, Http2Request request, StreamAsked asked, Stand stand, int before)
            throws IOException {
        String expected = MalformedHttp2.is(request) ? PROTOCOL_ERROR : String.valueOf(c.status());
        assertThat(asked.outcome()).isEqualTo(expected);
        assertThat(stand.requests()).as("requests that reached a node").hasSize(before);
    }

    private static DynamicContainer answers(String way, List<ResponseCase> cases, Stand stand) {
        return DynamicContainer.dynamicContainer(
                "answers, " + way,
                cases.stream()
                        .map(c -> DynamicTest.dynamicTest(
                                c.name(), () -> Stand.naming(c.name(), c.raw(), () -> play(stand, c)))));
    }

    private static void play(Stand stand, ResponseCase c) throws Exception {
        stand.on("/r", (peer, head) -> {
            peer.body();
            peer.write(c.raw());
            if (c.closes()) {
                peer.close();
            }
        });
        try (AnyClient client = StreamClient.to(stand.dispatcher().door())) {
            Question question = Question.of(c.method(), "/r");
            check(c).of(c, c.method().equals("POST") ? client.ask(question, "body") : client.ask(question));
            assertThat(client.ask(Question.get("/next")).response().value("X-Seen"))
                    .as("the next request of the connection")
                    .isEqualTo("GET /next");
        }
        assertThat(stand.takeMalformed()).isEmpty();
    }

    /** All that a client must see of an answer. */
    @FunctionalInterface
    private interface AnswerCheck {
        void of(ResponseCase c, Asked asked) throws IOException;
    }

    private static AnswerCheck check(ResponseCase c) {
        return switch (c.expected()) {
            case CUT -> (each, asked) -> asked.cut();
            case MALFORMED, BAD_GATEWAY, PASSED -> Http2TablesIT::isWhole;
        };
    }

    private static void isWhole(ResponseCase c, Asked asked) throws IOException {
        Message answer = asked.response();
        boolean own = answer.status() == 502 && !c.raw().contains("X-Own");
        assertThat(own).as("502 of the dispatcher itself; got %s", answer).isEqualTo(c.expected() != Expected.PASSED);
        c.check().accept(answer);
    }
}
