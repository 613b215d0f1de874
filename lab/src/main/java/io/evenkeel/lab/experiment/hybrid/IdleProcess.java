// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.hybrid;

import io.evenkeel.lab.experiment.ExperimentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The process of {@link IdleClients}, which ends when this one does. For one thread; {@link #close} for any. */
final class IdleProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final OutputStream commands;

    /** The result of a round: clients that were answered, and clients whose connection is gone. */
    record Round(int answered, int closed) {}

    private IdleProcess(Process process) {
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        this.commands = process.getOutputStream();
    }

    /** Starts clients, which begin to ask at once. */
    static IdleProcess start(int port, String target, int clients, long patienceMs) throws ExperimentException {
        try {
            Path classes = Path.of(IdleClients.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            List<String> command = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classes.toString(),
                    IdleClients.class.getName(),
                    Integer.toString(port),
                    target,
                    Integer.toString(clients),
                    Long.toString(patienceMs));
            return new IdleProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException | URISyntaxException e) {
            throw new ExperimentException("the idle clients could not be started: " + e.getMessage(), e);
        }
    }

    /** Waits until every client has asked. */
    Round await() throws ExperimentException {
        try {
            String line = answers.readLine();
            if (line == null) {
                throw new ExperimentException("the idle clients have ended before their time", null);
            }
            String[] words = line.split(" ", 2);
            return new Round(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
        } catch (IOException e) {
            throw new ExperimentException("the idle clients do not answer: " + e.getMessage(), e);
        }
    }

    /** Lets every client ask again and waits. */
    Round again() throws ExperimentException {
        try {
            commands.write("ask\n".getBytes(StandardCharsets.US_ASCII));
            commands.flush();
        } catch (IOException e) {
            throw new ExperimentException("the idle clients do not listen: " + e.getMessage(), e);
        }
        return await();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
