// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A broker, a clock and a chance that a test sets. One thread, except for a broker that always answers the same. */
final class ScriptedBroker implements BrokerSource, BrokerClient.Surroundings {

    static final Duration QUANTUM = Duration.ofSeconds(60);

    /** The answers to come; the last one stays. */
    final Deque<CompletableFuture<BrokerAnswer>> answers = new ArrayDeque<>();

    final List<Long> pausesMs = new ArrayList<>();
    int questions;
    long nowNs = -5;
    double random = 1;

    static ToldNode node(String name) {
        return new ToldNode(name, name + ":80", null);
    }

    ScriptedBroker tells(String... nodes) {
        List<ToldNode> told = new ArrayList<>();
        for (String name : nodes) {
            told.add(node(name));
        }
        answers.add(CompletableFuture.completedFuture(new BrokerAnswer(told, QUANTUM)));
        return this;
    }

    ScriptedBroker tells(URI... origins) {
        List<ToldNode> told = new ArrayList<>();
        for (URI origin : origins) {
            told.add(new ToldNode("n" + origin.getPort(), "nowhere:1", origin));
        }
        answers.add(CompletableFuture.completedFuture(new BrokerAnswer(told, QUANTUM)));
        return this;
    }

    ScriptedBroker fails(int times) {
        for (int i = 0; i < times; i++) {
            answers.add(CompletableFuture.failedFuture(new IOException("no route")));
        }
        return this;
    }

    ScriptedBroker refuses(int status, @Nullable Duration retryAfter) {
        answers.add(CompletableFuture.failedFuture(new BrokerException(status, "reason", retryAfter, null)));
        return this;
    }

    BrokerClient client() {
        return new BrokerClient(this, Duration.ofSeconds(10), Duration.ofMinutes(30), this);
    }

    void pass(Duration time) {
        nowNs += time.toNanos();
    }

    @Override
    public CompletableFuture<BrokerAnswer> ask() {
        questions++;
        return answers.size() > 1 ? answers.remove() : answers.element();
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public double random() {
        return random;
    }

    @Override
    public CompletableFuture<@Nullable Void> after(long delayNs) {
        pausesMs.add(delayNs / 1_000_000);
        nowNs += delayNs;
        return CompletableFuture.completedFuture(null);
    }
}
