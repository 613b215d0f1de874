// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import io.evenkeel.dispatcher.kit.AnyClient;
import io.evenkeel.dispatcher.kit.Asked;
import io.evenkeel.dispatcher.kit.ClientProtocol;
import io.evenkeel.dispatcher.kit.Door;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Question;
import io.evenkeel.dispatcher.kit.Until;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A closed-loop load of requests that can be told apart: each client sends its next request when it has the answer to
 * the last.
 *
 * <p>One thread for each client. An answer that is not the dispatcher's error and does not carry the request's identity
 * and body is counted as damaged.
 */
final class Load {

    private final Supplier<Door> door;
    private final ClientProtocol protocol;
    private final int clients;
    private final int requestsEach;
    private final long seed;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    final AtomicInteger answered = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();
    final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> damages = new ConcurrentLinkedQueue<>();

    /** A load in the protocol of this run. */
    Load(Supplier<Door> door, int clients, int requestsEach, long seed) {
        this(door, ClientProtocol.OF_THIS_RUN, clients, requestsEach, seed);
    }

    Load(Supplier<Door> door, ClientProtocol protocol, int clients, int requestsEach, long seed) {
        this.door = door;
        this.protocol = protocol;
        this.clients = clients;
        this.requestsEach = requestsEach;
        this.seed = seed;
    }

    Load start() {
        for (int c = 0; c < clients; c++) {
            int number = c;
            Thread thread = new Thread(() -> run(number), "client-" + c);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        return this;
    }

    /** Waits until so many requests have been answered. */
    void awaitAnswered(int count) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (answered.get() < count) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("only " + answered + " of " + count + " answered; failures " + failures);
            }
            Until.passed(1);
        }
    }

    /** Waits for every client to end. */
    void finish() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            if (thread.isAlive()) {
                throw new AssertionError(thread.getName() + " hangs; failures " + failures);
            }
        }
    }

    void stop() {
        stopped.set(true);
    }

    private void run(int client) {
        SplittableRandom random = new SplittableRandom(seed + client);
        AnyClient connection = null;
        for (int i = 0; i < requestsEach && !stopped.get(); i++) {
            String id = client + "-" + i;
            boolean post = random.nextInt(3) == 0;
            String body = post ? (id + " ").repeat(1 + random.nextInt(2000)) : "";
            Question question =
                    Question.of(post ? "POST" : "GET", "/load/" + id).with("X-Id", id);
            for (boolean taken = false; !taken; ) {
                taken = true;
                try {
                    if (connection == null) {
                        connection = protocol.open(door.get());
                    }
                    Asked asked = post ? connection.ask(question, body) : connection.ask(question);
                    judge(id, body, asked.response());
                    if (!connection.reusable()) {
                        connection.close();
                        connection = null;
                    }
                } catch (Asked.NotTaken e) {
                    taken = false;
                    connection = null;
                } catch (IOException | AssertionError e) {
                    failures.add((post ? "POST " : "GET ") + id + ": " + e.getMessage());
                    connection = null;
                }
            }
        }
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (IOException e) {
            failures.add("close: " + e.getMessage());
        }
    }

    private void judge(String id, String body, Message answer) {
        if (!answer.has("X-Id") && answer.status() >= 500) {
            refused.incrementAndGet();
            failures.add((body.isEmpty() ? "GET " : "POST ") + id + ": " + answer.status());
            return;
        }
        answered.incrementAndGet();
        if (!answer.value("X-Id").equals(id) || !answer.text().equals(body)) {
            damages.add(id + " got " + answer.value("X-Id") + " with " + answer.body().length + " bytes");
        }
    }
}
