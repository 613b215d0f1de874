// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.wire.LoadReport;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A node under load: echoes identity and body, until a fault is switched on. */
final class EchoNode implements Script {

    /** The faults that a node can have. */
    enum Fault {
        NONE,
        /** Takes requests and answers none. */
        FROZEN,
        /** Answers late. */
        SLOW,
        /** Answers very late. */
        CRAWLING,
        /** Resets the connection when a request has come. */
        RESETTING,
        /** Closes the connection in the middle of an answer's head. */
        CUTTING_HEAD,
        /** Closes the connection before the last octet of an answer's body; an answer without one is whole. */
        CUTTING_BODY,
        /** Answers 500. */
        ERRORS
    }

    /** Times that each POST was delivered, over all nodes of a test. */
    private final Map<String, AtomicInteger> posts;

    private final String name;
    private final AtomicLong readings = new AtomicLong();
    private final long epochMs = System.currentTimeMillis();
    private volatile boolean reports;
    private volatile Fault fault = Fault.NONE;
    private volatile CountDownLatch frozen = new CountDownLatch(1);

    EchoNode(String name, Map<String, AtomicInteger> posts) {
        this.name = name;
        this.posts = posts;
    }

    ScriptedNode start() throws IOException {
        return ScriptedNode.start(name).otherwise(this).forgetful();
    }

    /** Every answer brings a load report, whose figures depend on its number only. */
    EchoNode reporting() {
        reports = true;
        return this;
    }

    private String report() {
        if (!reports) {
            return "";
        }
        NodeSample sample = new NodeSample();
        long number = readings.incrementAndGet();
        for (Metric metric : Metric.values()) {
            sample.set(metric, (number * 7.0 + metric.title().length()) % 90);
        }
        sample.stamp(epochMs, number, epochMs + number);
        StringBuilder out = new StringBuilder(LoadReport.HEADER).append(": ");
        LoadReport.writeText(sample, out);
        return out.append("\r\n").toString();
    }

    void fault(Fault wanted) {
        fault = wanted;
        if (wanted != Fault.FROZEN) {
            frozen.countDown();
            frozen = new CountDownLatch(1);
        }
    }

    @Override
    public void play(io.evenkeel.dispatcher.kit.Peer peer, Message head) throws IOException {
        if (head.method().equals("POST")) {
            posts.computeIfAbsent(head.target(), t -> new AtomicInteger()).incrementAndGet();
        }
        Message request = peer.body();
        String answer = "HTTP/1.1 200 OK\r\nX-Node: " + name + "\r\nX-Id: " + request.value("X-Id") + "\r\n" + report()
                + "Content-Length: " + request.body().length + "\r\n\r\n" + request.text();
        switch (fault) {
            case NONE -> peer.write(answer);
            case FROZEN -> {
                hold(20_000);
                peer.close();
            }
            case SLOW, CRAWLING -> {
                hold(fault == Fault.SLOW ? 30 : 500);
                peer.write(answer);
            }
            case RESETTING -> peer.reset();
            case CUTTING_HEAD -> {
                peer.write(answer.substring(0, answer.indexOf("X-Id")));
                peer.close();
            }
            case CUTTING_BODY -> {
                if (request.body().length == 0) {
                    peer.write(answer);
                    return;
                }
                peer.write(answer.substring(0, answer.length() - 1));
                peer.close();
            }
            case ERRORS -> {
                if (head.target().equals("/check")) {
                    peer.write(answer);
                    return;
                }
                peer.write("HTTP/1.1 500 X\r\nX-Id: " + request.value("X-Id") + "\r\nContent-Length: "
                        + request.body().length + "\r\n\r\n" + request.text());
            }
        }
    }

    private void hold(int millis) throws IOException {
        try {
            boolean thawed = frozen.await(millis, TimeUnit.MILLISECONDS);
            if (thawed && fault == Fault.FROZEN) {
                throw new IOException("thawed while frozen");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    static Map<String, AtomicInteger> counts() {
        return new ConcurrentHashMap<>();
    }
}
