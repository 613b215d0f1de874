// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.testbed.FrontSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The dispatchers of a run, in this process. Joined ones know each other before the first request. {@link #next} may
 * come from any thread; the rest is for one.
 */
final class Fronts implements AutoCloseable {

    private static final long PATIENCE_NS = 30_000_000_000L;
    private static final long LOOK_MS = 50;
    private static final int KEY_OCTETS = 32;

    private final List<Dispatcher> dispatchers = new ArrayList<>();
    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    private Fronts() {}

    /**
     * Starts the dispatchers.
     *
     * @param configuration of each, by its number, as if it were not joined
     * @param closed ends the wait for joined ones with an exception when it comes to 0
     */
    static Fronts start(FrontPlan plan, IntFunction<String> configuration, CountDownLatch closed)
            throws SettingsException, StartException, IOException, ExperimentException, InterruptedException {
        Fronts fronts = new Fronts();
        boolean started = false;
        try {
            for (String join : joins(plan)) {
                String text = configuration.apply(fronts.dispatchers.size()) + join;
                Dispatcher dispatcher = Dispatcher.start(SettingsFile.of(text, "lab.yaml"));
                fronts.dispatchers.add(dispatcher);
                fronts.addresses.add(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), dispatcher.port(FrontSettings.LISTENER)));
            }
            fronts.await(plan, closed);
            started = true;
        } finally {
            if (!started) {
                fronts.close();
            }
        }
        return fronts;
    }

    /** The lines that each configuration has more. */
    private static List<String> joins(FrontPlan plan) throws IOException {
        if (!plan.joined()) {
            return Collections.nCopies(plan.dispatchers(), "");
        }
        List<String> members = freeAddresses(plan.dispatchers());
        byte[] key = new byte[KEY_OCTETS];
        new SecureRandom().nextBytes(key);
        String all = members.stream().map(each -> '"' + each + '"').collect(Collectors.joining(", "));
        return members.stream()
                .map(each -> """
                        cluster-key: %s
                        join: {address: "%s", members: [%s]}
                        """.formatted(HexFormat.of().formatHex(key), each, all))
                .toList();
    }

    private static List<String> freeAddresses(int count) throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            List<String> addresses = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                taken.add(socket);
                addresses.add("127.0.0.1:" + socket.getLocalPort());
            }
            return addresses;
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
    }

    private void await(FrontPlan plan, CountDownLatch closed) throws ExperimentException, InterruptedException {
        long beganNs = System.nanoTime();
        while (plan.joined() && !allJoined()) {
            if (closed.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                throw ExperimentException.stopped();
            }
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new ExperimentException("the dispatchers did not join each other", null);
            }
        }
    }

    private boolean allJoined() {
        return dispatchers.stream().allMatch(each -> {
            JoinView view = each.control().join();
            return view != null && view.members().size() == dispatchers.size();
        });
    }

    /** The address of the next connection. */
    InetSocketAddress next() {
        return addresses.get(Math.floorMod(turn.getAndIncrement(), addresses.size()));
    }

    /** The port of the first. */
    int port() {
        return addresses.get(0).getPort();
    }

    /** The first. */
    Control control() {
        return dispatchers.get(0).control();
    }

    @Override
    public void close() {
        dispatchers.forEach(Dispatcher::close);
    }
}
