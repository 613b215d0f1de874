// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.churn;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A dispatcher as a process, and what it says of itself. One thread. */
final class DispatcherProcess implements AutoCloseable {

    private static final long END_S = 20;

    private final Process process;
    private final PrintWriter questions;
    private final BufferedReader answers;

    /**
     * @param allMs of processor time
     * @param followsMs of the thread that follows the source
     */
    record Usage(long atNs, long allMs, long followsMs) {

        /** Processors that it has used since, as a text. */
        String since(Usage before) {
            double ms = (atNs - before.atNs) / 1e6;
            return "%.1f %% of a processor, %.1f %% in the thread that follows the source"
                    .formatted(100 * (allMs - before.allMs) / ms, 100 * (followsMs - before.followsMs) / ms);
        }
    }

    /** The heap after a collection, and threads. */
    record Footprint(double heapMb, int threads) {}

    DispatcherProcess(Path config, int heapMb) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.add("-Xmx" + heapMb + "m");
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(DispatcherMain.class.getName());
        command.add(config.toString());
        process = new ProcessBuilder(command)
                .redirectError(config.resolveSibling("dispatcher.err").toFile())
                .start();
        questions = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private List<String> ask(String question) {
        questions.println(question);
        List<String> lines = new ArrayList<>();
        try {
            for (String line = answers.readLine(); !".".equals(line); line = answers.readLine()) {
                if (line == null) {
                    throw new AssertionError("the dispatcher has ended");
                }
                lines.add(line);
            }
        } catch (IOException e) {
            throw new AssertionError("the dispatcher cannot be heard", e);
        }
        return lines;
    }

    int port() {
        return Integer.parseInt(ask("port").get(0));
    }

    /** The nodes that take tasks, by name and address. */
    Set<String> up() {
        Set<String> places = new TreeSet<>();
        for (String line : ask("nodes")) {
            if (line.endsWith(" UP")) {
                places.add(line.substring(0, line.length() - " UP".length()));
            }
        }
        return places;
    }

    /** All nodes, those that drain, too. */
    int nodes() {
        return ask("nodes").size();
    }

    /** Every node that there ever was, by name and address, and when it was seen first. */
    Map<String, Long> seenMs() {
        Map<String, Long> seen = new LinkedHashMap<>();
        for (String line : ask("seen")) {
            int last = line.lastIndexOf(' ');
            seen.put(line.substring(0, last), Long.parseLong(line.substring(last + 1)));
        }
        return seen;
    }

    Usage usage() {
        String[] words = ask("usage").get(0).split(" ", -1);
        return new Usage(System.nanoTime(), Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    Footprint footprint() {
        String[] words = ask("heap").get(0).split(" ", -1);
        return new Footprint(Long.parseLong(words[0]) / 1e6, Integer.parseInt(words[1]));
    }

    /** The words with which it speaks of its source. */
    String view() {
        return ask("view").get(0);
    }

    @Override
    public void close() throws Exception {
        questions.close();
        if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
