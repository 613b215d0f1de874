// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.churn;

import com.sun.management.OperatingSystemMXBean;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.node.Node;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A dispatcher in a process of its own, which notes each node that it has ever had. Answers each line of its standard
 * input with lines that end with one of a single dot, and ends with its input.
 */
final class DispatcherMain {

    private static final long LOOK_MS = 50;

    private final Dispatcher dispatcher;
    private final PrintStream out;

    /** Nodes by name and address, and when they were seen first. */
    private final Map<String, Long> seenMs = new ConcurrentHashMap<>();

    private DispatcherMain(Dispatcher dispatcher, PrintStream out) {
        this.dispatcher = dispatcher;
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(Path.of(args[0])))) {
            DispatcherMain main = new DispatcherMain(dispatcher, System.out);
            Thread looks = new Thread(main::look, "looks");
            looks.setDaemon(true);
            looks.start();
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                main.answer(line);
                main.out.println(".");
                main.out.flush();
            }
        }
    }

    private void answer(String line) {
        switch (line) {
            case "port" -> out.println(dispatcher.port("web"));
            case "nodes" -> nodes();
            case "seen" -> seenMs.forEach((place, atMs) -> out.println(place + " " + atMs));
            case "usage" -> out.println(usage());
            case "heap" -> out.println(heap());
            case "view" -> out.println(dispatcher.control().discoveries().get(0));
            default -> throw new IllegalArgumentException(line);
        }
    }

    private Iterable<Node> members() {
        return Objects.requireNonNull(dispatcher.clusters().get("shop")).nodes();
    }

    private static String place(Node node) {
        return node.name() + " " + node.address().getAddress().getHostAddress();
    }

    private void nodes() {
        for (Node node : members()) {
            out.println(place(node) + " " + node.state());
        }
    }

    private void look() {
        try {
            while (true) {
                for (Node node : members()) {
                    seenMs.computeIfAbsent(place(node), fresh -> System.currentTimeMillis());
                }
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Milliseconds of processor time: all, and of the thread that follows the source. */
    private static String usage() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long followsNs = 0;
        for (ThreadInfo each : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (each != null && each.getThreadName().equals("evenkeel-discovery")) {
                followsNs += threads.getThreadCpuTime(each.getThreadId());
            }
        }
        long allNs =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        return allNs / 1_000_000 + " " + followsNs / 1_000_000;
    }

    /** Octets of the heap after a collection, and threads. */
    private static String heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " "
                + ManagementFactory.getThreadMXBean().getThreadCount();
    }
}
