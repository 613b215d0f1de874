// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import io.evenkeel.lab.experiment.ExperimentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The access log of one run's dispatcher, in a temporary file, of which only the failed requests are looked at. For one
 * thread.
 */
final class FailureLog implements AutoCloseable {

    private static final int MOST = 50;

    private final Path file;

    FailureLog() throws ExperimentException {
        try {
            file = Files.createTempFile("evenkeel-lab-", ".jsonl");
        } catch (IOException e) {
            throw new ExperimentException("no temporary file", e);
        }
    }

    Path file() {
        return file;
    }

    /** The first failed requests, a line of JSON each; read it when the dispatcher is closed. */
    List<String> lines() throws ExperimentException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains("\"status\":5"))
                    .limit(MOST)
                    .toList();
        } catch (IOException e) {
            throw new ExperimentException("the access log cannot be read", e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            System.err.println("left behind: " + file + " (" + e.getMessage() + ")");
        }
    }
}
