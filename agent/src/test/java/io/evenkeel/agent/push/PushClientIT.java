// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.agent.collect.SampleTaker;
import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.PushMessage.Kind;
import io.evenkeel.wire.push.Seal;
import io.evenkeel.wire.push.SealCheck;
import io.evenkeel.wire.push.SealCheck.SealVerdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The push client against a dispatcher that answers over HTTP. */
final class PushClientIT {

    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final int WAIT_S = 20;

    private final BlockingQueue<PushMessage> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> authorizations = new LinkedBlockingQueue<>();
    private final BlockingQueue<SealVerdict> verdicts = new LinkedBlockingQueue<>();
    private final SealCheck seals = new SealCheck(new Seal(SECRET.getBytes(StandardCharsets.UTF_8)));
    private final CountDownLatch never = new CountDownLatch(1);

    private HttpServer dispatcher;
    private volatile boolean forgets;
    private volatile boolean isSilent;
    private volatile int refusal = 404;
    private @Nullable PushClient client;

    @BeforeEach
    void startDispatcher() throws IOException {
        dispatcher = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        dispatcher.createContext("/push", this::answer);
        dispatcher.start();
    }

    @AfterEach
    void stopAll() {
        never.countDown();
        if (client != null) {
            client.close(false);
        }
        dispatcher.stop(0);
    }

    @Test
    void registersUpdatesAndStops() throws Exception {
        PushClient talking = start("push.token=s3cret");

        PushMessage register = next(Kind.REGISTER);
        assertThat(register.registration().node()).isEqualTo("vcn1");
        assertThat(register.registration().cluster()).isEqualTo("shop");
        assertThat(register.registration().address()).isEqualTo("127.0.0.1:8080");
        assertThat(register.registration().agentPort()).isEqualTo(9_797);
        PushMessage update = next(Kind.UPDATE);
        assertThat(update.id()).isEqualTo("shop.vcn1");
        assertThat(update.sample().value(Metric.JVM_THREADS)).isEqualTo(7);
        assertThat(update.sample().sequence()).isPositive();
        next(Kind.UPDATE);

        talking.close(true);
        next(Kind.STOP);
        assertThat(authorizations).isNotEmpty().allMatch("Bearer s3cret"::equals);
    }

    @Test
    void sealsWhatItSends() throws Exception {
        PushClient talking = start("push.secret=" + SECRET);
        next(Kind.REGISTER);
        next(Kind.UPDATE);
        talking.close(true);
        next(Kind.STOP);

        assertThat(verdicts).hasSizeGreaterThanOrEqualTo(3).allMatch(SealVerdict.ACCEPTED::equals);
    }

    @Test
    void registersAgainAfterTheDispatcherStartedAnew() throws Exception {
        start("push.token=s3cret");
        next(Kind.REGISTER);
        next(Kind.UPDATE);
        forgets = true;

        next(Kind.REGISTER);
        next(Kind.UPDATE);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void aBusyDispatcherIsNotAskedToRegisterAgain(int status) throws Exception {
        start("push.token=s3cret");
        next(Kind.REGISTER);
        next(Kind.UPDATE);
        refusal = status;
        forgets = true;
        received.clear();

        for (int i = 0; i < 2; i++) {
            assertThat(Objects.requireNonNull(received.poll(WAIT_S, TimeUnit.SECONDS))
                            .kind())
                    .isEqualTo(Kind.UPDATE);
        }
    }

    @Test
    void aHandOverSaysNoStop() throws Exception {
        PushClient talking = start("push.token=s3cret");
        next(Kind.UPDATE);
        talking.close(false);

        assertThat(received).noneMatch(message -> message.kind() == Kind.STOP);
    }

    @Test
    void aDispatcherThatHangsHoldsUpNoShutdown() throws Exception {
        PushClient talking = start("push.token=s3cret");
        next(Kind.UPDATE);
        isSilent = true;
        Thread closing = new Thread(() -> talking.close(true));
        closing.start();
        closing.join(TimeUnit.SECONDS.toMillis(WAIT_S));

        assertThat(closing.isAlive()).isFalse();
    }

    private PushClient start(String more) {
        int port = dispatcher.getAddress().getPort();
        AgentOptions settings = AgentOptions.of(
                "name=vcn1,cluster=shop,address=127.0.0.1:8080,push.url=http://127.0.0.1:" + port + "/push?v=1," + more,
                name -> null,
                name -> null,
                Map.of());
        assertThat(settings.complaints()).isEmpty();
        SampleTaker taker = new SampleTaker(
                List.of((into, nowNs) -> into.set(Metric.JVM_THREADS, 7)), System::nanoTime, System::currentTimeMillis);
        taker.take();
        client = PushClient.start(settings, taker, 9_797);
        return Objects.requireNonNull(client);
    }

    /** The next message of a kind; others are passed over. */
    private PushMessage next(Kind kind) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            PushMessage message = received.poll(WAIT_S, TimeUnit.SECONDS);
            assertThat(message)
                    .as("a message within " + WAIT_S + " s, of the kind " + kind)
                    .isNotNull();
            if (message.kind() == kind) {
                return message;
            }
        }
        throw new AssertionError("no " + kind + " among 100 messages");
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (isSilent) {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
            return;
        }
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        authorizations.add(authorization == null ? "" : authorization);
        verdicts.add(seals.check(
                "POST",
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders().getFirst(Seal.TIME_HEADER),
                exchange.getRequestHeaders().getFirst(Seal.NONCE_HEADER),
                exchange.getRequestHeaders().getFirst(Seal.SEAL_HEADER),
                body,
                System.currentTimeMillis()));
        PushMessage message = PushMessage.read(body, 0, body.length);
        if (message == null) {
            exchange.sendResponseHeaders(400, -1);
            exchange.close();
            return;
        }
        PushMessage reply = reply(message);
        received.add(message);
        StringBuilder text = new StringBuilder();
        reply.write(text);
        byte[] octets = text.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(reply.kind() == Kind.REFUSED ? refusal : 200, octets.length);
        exchange.getResponseBody().write(octets);
        exchange.close();
    }

    private PushMessage reply(PushMessage message) {
        switch (message.kind()) {
            case REGISTER:
                forgets = false;
                return PushMessage.registered("shop.vcn1", 50, true);
            case UPDATE:
                return forgets
                        ? PushMessage.refused("there is no such node", "register")
                        : PushMessage.updated(message.id(), 50, false);
            default:
                return PushMessage.stopped(message.id());
        }
    }
}
