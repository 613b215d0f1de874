// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.SplittableRandom;

/**
 * One light server on a free port of the loopback interface; part of a {@link LightFleet}.
 *
 * <p>{@code /health} and {@code /evenkeel-agent} are answered at once, without a worker. Everything
 * else is work, and belongs to a session; a client without a session gets one by a cookie. A request that finds the
 * queue full has its connection closed, as in Tomcat.
 */
public final class LightServer {

    /** The path at which its state can be asked for. */
    public static final String AGENT = "/evenkeel-agent";

    /** The path at which it says that it is there. */
    public static final String HEALTH = "/health";

    private static final int BACKLOG = 1024;
    private static final String PAGE = "<!doctype html><title>light</title><p>done\n";

    private final Object lock;
    private final LightPlan plan;
    private final Station station;
    private final LightAgent agent;
    private final SplittableRandom random;
    private final ServerSocketChannel door;
    private final int port;
    private long sessions;

    LightServer(LightPlan plan, long seed, Object lock, long nowNs) throws IOException {
        this.lock = lock;
        this.plan = plan;
        this.station = new Station(plan, nowNs);
        this.agent = new LightAgent(plan, station, nowNs);
        this.random = new SplittableRandom(seed);
        this.door = ServerSocketChannel.open();
        try {
            door.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            door.configureBlocking(false);
            this.port = door.socket().getLocalPort();
        } catch (IOException e) {
            door.close();
            throw e;
        }
    }

    public String name() {
        return plan.name();
    }

    public int port() {
        return port;
    }

    /** The counts of its work so far. */
    public LightCounts counts() {
        synchronized (lock) {
            long nowNs = System.nanoTime();
            pass(nowNs);
            return station.counts(nowNs);
        }
    }

    ServerSocketChannel door() {
        return door;
    }

    void take(LightRequest request, Wire wire, long nowNs) {
        switch (request.target()) {
            case HEALTH -> wire.answer("text/plain", "", "ok\n", nowNs);
            case AGENT -> wire.answer("application/json", "", agent.json(nowNs), nowNs);
            default -> {
                boolean isNew = request.session().isEmpty();
                LightRequest known = isNew ? request.in(plan.name() + "-" + ++sessions) : request;
                String cookie =
                        isNew ? "Set-Cookie: " + LightRequest.COOKIE + "=" + known.session() + "; Path=/\r\n" : "";
                agent.came(client(known), nowNs);
                RequestNeeds work = plan.law().draw(known, random);
                LightTask task = new LightTask(known, work, nowNs, (done, endNs) -> reply(done, endNs, wire, cookie));
                if (!station.arrive(task, nowNs)) {
                    wire.close();
                }
            }
        }
    }

    private String client(LightRequest request) {
        return plan.isByAddress() ? "127.0.0.1" : request.session();
    }

    private void reply(LightTask task, long nowNs, Wire wire, String cookie) {
        agent.answered(client(task.request()), nowNs);
        wire.answer("text/html", agent.reportLine(nowNs) + cookie, PAGE, nowNs);
    }

    void pass(long nowNs) {
        station.pass(nowNs);
    }

    long nextNs() {
        return station.nextNs();
    }
}
