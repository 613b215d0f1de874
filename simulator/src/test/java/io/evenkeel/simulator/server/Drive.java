// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.policy.Sample;
import io.evenkeel.simulator.scenario.Antagonist;
import io.evenkeel.simulator.scenario.Failing;
import io.evenkeel.simulator.scenario.HeapModel;
import io.evenkeel.simulator.scenario.Holdings;
import io.evenkeel.simulator.scenario.RequestKind.Stay;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import io.evenkeel.simulator.scenario.TimedBehaviour;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One server and what ends in it, as lines like {@code 3 ok 12.5}: task, outcome, milliseconds. */
final class Drive {

    private static final double NS_PER_MS = 1e6;

    final Tasks tasks = new Tasks();
    final List<String> ends = new ArrayList<>();
    final Server server;
    private int made;

    Drive(ServerGroup group) {
        server = new Server(0, group, 0, tasks, this::ended, new SplittableRandom(Long.getLong("seed", 1)));
    }

    /** One core of speed 1. */
    static Drive of(int workers, int queue, int jdbc) {
        return new Drive(group(1, workers, queue, jdbc, null, Order.PROCESSOR_SHARING, null, List.of()));
    }

    /** One core of speed 1 and one connection, with a cache of a number of objects. */
    static Drive caching(int cache) {
        return new Drive(new ServerGroup(
                "it",
                1,
                1,
                1,
                10,
                10,
                1,
                null,
                1,
                0,
                Order.PROCESSOR_SHARING,
                null,
                List.of(),
                TimedBehaviour.NONE,
                new Holdings(cache, List.of())));
    }

    static ServerGroup group(
            int cores,
            int workers,
            int queue,
            int jdbc,
            @Nullable HeapModel heap,
            Order order,
            @Nullable Antagonist antagonist,
            List<Failing> failing) {
        return new ServerGroup("it", 1, cores, 1, workers, queue, jdbc, heap, 1, 0, order, antagonist, failing);
    }

    private void ended(int number, int task, Ending ending, long nowNs) {
        String how = ending == Ending.ANSWERED ? "ok" : ending.name().toLowerCase(Locale.ROOT);
        ends.add("%d %s %s".formatted(task, how, ms(nowNs)));
    }

    private static String ms(long ns) {
        double ms = Math.round(ns / 1e4) / 100.0;
        return ms == Math.rint(ms) ? Long.toString((long) ms) : Double.toString(ms);
    }

    /** Tasks 0, 1, 2 … arrive. */
    Drive arrive(double atMs, double cpuMs, double jdbcMs) {
        return arrive(atMs, cpuMs, jdbcMs, 0, Stay.WORKER);
    }

    Drive arrive(double atMs, double cpuMs, double jdbcMs, double staysMs, Stay stay) {
        long atNs = Math.round(atMs * NS_PER_MS);
        until(atNs);
        tasks.set(made, cpuMs * NS_PER_MS, jdbcMs * NS_PER_MS, staysMs * NS_PER_MS, stay);
        server.arrive(made++, atNs);
        return this;
    }

    /** A task that asks for an object. */
    Drive asks(double atMs, double cpuMs, int object, double missMs) {
        tasks.set(made, cpuMs * NS_PER_MS, 0);
        tasks.asks(made, object, missMs * NS_PER_MS);
        server.arrive(made++, Math.round(atMs * NS_PER_MS));
        return this;
    }

    /** Lets everything happen up to a moment. */
    Drive until(double ms) {
        until(Math.round(ms * NS_PER_MS));
        return this;
    }

    private void until(long ns) {
        while (server.nextNs() <= ns) {
            server.advance();
        }
    }

    /** Tells whether its agent says anything. */
    boolean speaks(double atMs) {
        until(atMs);
        return server.sample(0, new double[SampleRow.WIDTH], 0, Math.round(atMs * NS_PER_MS));
    }

    @SuppressWarnings("EnumOrdinal") // a row is an array by column
    double sample(Sample column, double atMs) {
        double[] row = new double[SampleRow.WIDTH];
        server.sample(0, row, 0, Math.round(atMs * NS_PER_MS));
        return row[column.ordinal()];
    }
}
