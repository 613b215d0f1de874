// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.evenkeel.agent.request.Probes;
import io.evenkeel.wire.LoadReport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The answers that carry a report; and failures in here, which must not get out. */
final class RequestWatchTest {

    private final Probes probes = Probes.open();
    private final Desk desk = new Desk();
    private final RequestWatch<Exchanged, Exchanged> watch = new RequestWatch<>(new Exchanged.Calls(), desk, probes);

    @AfterEach
    void close() {
        probes.close();
    }

    @Test
    void anAnswerThatEndsCarriesWhatIsDue() {
        Exchanged exchange = new Exchanged();
        long transaction = watch.begin(1, exchange);
        desk.report = "TEXT named_metrics.in_flight:0";
        watch.end(transaction, 1, exchange, false);

        assertThat(exchange.answerFields).containsEntry(LoadReport.HEADER, "TEXT named_metrics.in_flight:1");
        assertThat(probes.inFlight()).isZero();
    }

    @Test
    void nothingIsCarriedWhileNothingIsDue() {
        Exchanged exchange = served();

        assertThat(exchange.answerFields).isEmpty();
    }

    @Test
    void theRequestAfterACommittedAnswerIsGivenItAtOnce() {
        desk.report = "TEXT eps:1";
        Exchanged committed = new Exchanged();
        committed.committed = true;
        watch.end(watch.begin(1, committed), 1, committed, false);
        assertThat(committed.answerFields).isEmpty();

        Exchanged next = new Exchanged();
        watch.begin(1, next);
        assertThat(next.answerFields).containsKey(LoadReport.HEADER);
    }

    /** Pages larger than the server's buffer: of 17 reports one is tried at the end. */
    @Test
    void whereAnswersAreCommittedAtTheirEndReportsAreCarriedFromTheBeginning() {
        int carried = 0;
        for (int i = 0; i < 170; i++) {
            desk.report = "TEXT eps:1";
            Exchanged large = new Exchanged();
            long transaction = watch.begin(1, large);
            if (!large.answerFields.isEmpty()) {
                carried++;
                desk.report = null;
            }
            large.committed = true;
            watch.end(transaction, 1, large, false);
        }
        assertThat(carried).isEqualTo(160);
    }

    @Test
    void theAnswerOfAnAsynchronousRequestIsNotTouched() {
        desk.report = "TEXT eps:1";
        Exchanged handedOver = new Exchanged();
        watch.begin(1, handedOver);
        watch.handOver(handedOver);
        assertThat(handedOver.answerFields).isEmpty();

        Exchanged next = new Exchanged();
        watch.begin(1, next);
        assertThat(next.answerFields).containsKey(LoadReport.HEADER);
    }

    @Test
    void whoIsTooLateCarriesNothing() {
        desk.report = "TEXT eps:1";
        desk.taken = true;

        assertThat(served().answerFields).isEmpty();
    }

    @Test
    void aFailingAgentHarmsNoRequest() {
        desk.failure = new NoClassDefFoundError("something of the server");

        assertThatCode(this::served).doesNotThrowAnyException();
        assertThat(probes.inFlight()).isZero();
    }

    @Test
    void aFailingServerCallHarmsNoRequest() {
        RequestWatch<Exchanged, Exchanged> broken = new RequestWatch<>(new BrokenCalls(), desk, probes);
        desk.report = "TEXT eps:1";
        Exchanged exchange = new Exchanged();

        assertThatCode(() -> {
                    int client = broken.client(exchange);
                    broken.end(broken.begin(client, exchange), client, exchange, false);
                })
                .doesNotThrowAnyException();
        assertThat(probes.inFlight()).isZero();
    }

    @Test
    void aClientIsItsSessionElseWhatAProxySaysElseItsAddress() {
        Exchanged exchange = new Exchanged();
        assertThat(watch.client(exchange)).isEqualTo(Probes.client("127.0.0.1"));

        exchange.fields.put("X-Forwarded-For", "192.0.2.7");
        assertThat(watch.client(exchange)).isEqualTo(Probes.client("192.0.2.7"));

        exchange.sessionId = "s1";
        assertThat(watch.client(exchange)).isEqualTo(Probes.client("s1"));
    }

    private Exchanged served() {
        Exchanged exchange = new Exchanged();
        watch.end(watch.begin(1, exchange), 1, exchange, false);
        return exchange;
    }

    /** Reports that the test hands out. */
    private static final class Desk implements LoadReports {

        private @Nullable String report;
        private boolean taken;
        private @Nullable Error failure;

        @Override
        public @Nullable String due(long nowNs) {
            if (failure != null) {
                throw failure;
            }
            return report;
        }

        @Override
        public boolean take(String due) {
            return !taken;
        }
    }

    /** A server whose every call fails. */
    private static final class BrokenCalls implements ServletCalls<Exchanged, Exchanged> {

        @Override
        public String sessionId(Exchanged request) {
            throw new IllegalStateException("recycled");
        }

        @Override
        public String field(Exchanged request, String name) {
            throw new IllegalStateException("recycled");
        }

        @Override
        public String address(Exchanged request) {
            throw new IllegalStateException("recycled");
        }

        @Override
        public String method(Exchanged request) {
            throw new IllegalStateException("recycled");
        }

        @Override
        public String path(Exchanged request) {
            throw new IllegalStateException("recycled");
        }

        @Override
        public boolean committed(Exchanged response) {
            return false;
        }

        @Override
        public int status(Exchanged response) {
            throw new IllegalStateException("recycled");
        }

        @Override
        public void field(Exchanged response, String name, String value) {
            throw new AbstractMethodError("header");
        }

        @Override
        public void answer(Exchanged response, int status, String contentType, byte[] body, boolean bodyToo) {
            throw new IllegalStateException("recycled");
        }
    }
}
