// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.Capacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The experiment of the first paper, chapter 6: three servers, the third of which has half of something, and thirty users who never think.
 *
 * <p>Scenarios are table 7, capacities table 9, users figure 45, published figures tables 10 to 14. What is ours: the paper's DayTrader is our
 * {@code trade} with DayTrader's mix, made as heavy as the paper's servers were for their machine. Thirty users must be able to fill a
 * server's 12 workers and 12 places, and the third server's half must be the narrowest place of the cluster; the two or four
 * processors of a laptop, which everything here shares, must not. So a request waits more than it computes: each of its database
 * operations does {@link #WORK} on a database that is a round trip of {@link #ROUND_TRIP} away. Every server keeps 150 MB of small objects
 * and each operation another, so that 512 MB are plenty and 256 MB mean one full collection after the other.
 */
public final class Jqostd {

    /** What users call it. */
    public static final String ID = "jqostd";

    /** Users in the paper. */
    public static final int USERS = 30;

    /** The policy whose weights are found by hand, as the paper's control was. */
    static final String BY_HAND = "weighted-round-robin";

    /** The policies that a run compares when it is not told which. */
    public static final List<String> POLICIES = List.of(BY_HAND, "least-connections", "jqostd-v1", "headroom");

    /** From a server to the database and back. */
    static final Duration ROUND_TRIP = Duration.ofMillis(6);

    /** Extra work of {@code trade} on every database operation. */
    static final Map<String, String> WORK =
            Map.of("trade.queries", "2", "trade.work", "4", "trade.held", "1024", "trade.ballast", "153600");

    private static final Capacity FULL = new Capacity(512, 12, 12, 10);
    private static final String FIGURES = "jqostd-published.csv";

    private Jqostd() {}

    /** The five scenarios in the paper's order. */
    public static List<Scenario> scenarios() {
        return List.of(
                scenario("baseline", "three equal servers", FULL),
                scenario("heap", "the third has 256 MB of heap", new Capacity(256, 12, 12, 10)),
                scenario("threads", "the third has 6 workers", new Capacity(512, 6, 12, 10)),
                scenario("jdbc", "the third has 5 connections", new Capacity(512, 12, 12, 5)),
                scenario("all", "the third has half of all three", new Capacity(256, 6, 12, 5)));
    }

    private static Scenario scenario(String name, String what, Capacity third) {
        return new Scenario(
                ID + "-" + name, what, List.of(node("vcn1", FULL), node("vcn2", FULL), node("vcn3", third)));
    }

    private static NodePlan node(String name, Capacity capacity) {
        return new NodePlan(name, capacity, ServerType.TOMCAT, AgentWay.IN_WAR);
    }

    /** The paper's figures by scenario and policy, for assignment by request, which the paper calls HTTP policies. */
    static Map<String, Published> published() {
        Map<String, Published> figures = new HashMap<>();
        try (InputStream file = Jqostd.class.getResourceAsStream(FIGURES)) {
            if (file == null) {
                throw new IllegalStateException(FIGURES + " is not on the class path");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
            lines.lines()
                    .map(line -> line.split(","))
                    .filter(row -> "http".equals(row[1]))
                    .forEach(row -> figures.put(
                            key(ID + "-" + row[0], row[2]),
                            new Published(
                                    Long.parseLong(row[3]),
                                    Double.parseDouble(row[4]),
                                    Long.parseLong(row[5]),
                                    Double.parseDouble(row[6]))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return figures;
    }

    /** The paper's figures for a cell; null when its tables do not have it. */
    static @Nullable Published published(String scenario, String policy) {
        return published().get(key(scenario, policy));
    }

    private static String key(String scenario, String policy) {
        return scenario + " " + policy;
    }
}
