// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server that takes what Prometheus' Alertmanager would post, and keeps it; one thread waits. */
final class AlertInbox implements AutoCloseable {

    private static final String FIRING = "firing";

    private final HttpServer server;
    private final List<Told> told = new CopyOnWriteArrayList<>();

    /** The number of messages up to the one that was awaited last, by rule and subject. */
    private final Map<String, Integer> awaited = new HashMap<>();

    /** @param subject cluster and node as they are there, such as {@code shop/vcn1}; empty for the dispatcher */
    record Told(String rule, String subject, String status, String text) {

        private boolean isAbout(String otherRule, String otherSubject) {
            return rule.equals(otherRule) && subject.equals(otherSubject);
        }
    }

    AlertInbox() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void take(HttpExchange exchange) throws IOException {
        JsonNode message =
                JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
        for (JsonNode alert : message.path("alerts")) {
            JsonNode labels = alert.path("labels");
            String node = labels.path("node").asString("");
            told.add(new Told(
                    labels.path("alertname").asString(""),
                    labels.path("cluster").asString("") + (node.isEmpty() ? "" : "/" + node),
                    alert.path("status").asString(""),
                    alert.path("annotations").path("description").asString("")));
        }
        exchange.sendResponseHeaders(message.path("version").asString("").equals("4") ? 200 : 400, -1);
        exchange.close();
    }

    /** Waits until an alert has been told; what was awaited of it before does not count again. */
    Told firing(String rule, String subject, int seconds) throws InterruptedException {
        return await(rule, subject, FIRING, seconds);
    }

    /** Waits until the end of an alert has been told, after what was awaited of it before. */
    Told over(String rule, String subject, int seconds) throws InterruptedException {
        return await(rule, subject, "resolved", seconds);
    }

    private Told await(String rule, String subject, String status, int seconds) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        String about = rule + " of " + subject;
        int next = awaited.getOrDefault(about, 0);
        while (true) {
            for (; next < told.size(); next++) {
                Told each = told.get(next);
                if (each.isAbout(rule, subject) && each.status().equals(status)) {
                    awaited.put(about, next + 1);
                    return each;
                }
            }
            assertThat(System.nanoTime())
                    .as("%s is %s; told were\n%s", about, status, lines())
                    .isLessThan(endNs);
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Waits until an alert does not go on, as far as was told; from here only what comes later counts. */
    void quiet(String rule, String subject, int seconds) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (isGoingOn(rule, subject)) {
            assertThat(System.nanoTime())
                    .as("%s of %s is quiet; told were\n%s", rule, subject, lines())
                    .isLessThan(endNs);
            TimeUnit.MILLISECONDS.sleep(100);
        }
        awaited.put(rule + " of " + subject, told.size());
    }

    private boolean isGoingOn(String rule, String subject) {
        boolean goesOn = false;
        for (Told each : told) {
            goesOn = each.isAbout(rule, subject) ? each.status().equals(FIRING) : goesOn;
        }
        return goesOn;
    }

    /** The rules with such messages. */
    Set<String> rules(String status) {
        Set<String> rules = new TreeSet<>();
        told.stream().filter(each -> each.status().equals(status)).forEach(each -> rules.add(each.rule()));
        return rules;
    }

    /** All messages, one after another. */
    String lines() {
        StringBuilder lines = new StringBuilder();
        told.forEach(each -> lines.append(each).append('\n'));
        return lines.toString();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
