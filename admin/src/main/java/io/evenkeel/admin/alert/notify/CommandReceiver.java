// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.schema.ScalarTypes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * Runs a program with the alert in its environment and the whole message as JSON on its standard input. No shell is
 * in between, and the dispatcher's own environment, where secrets may be, is left out but for {@link #PASSED}. After
 * its time it is killed with all that it started. Of its output the first {@value #MOST_OUTPUT} octets are kept, the
 * rest is read and thrown away.
 */
final class CommandReceiver implements Delivery {

    private static final Set<String> PASSED = Set.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "SystemRoot");
    private static final int MOST_OUTPUT = 4096;
    private static final int MOST_WORDS = 200;
    private static final int MOST_TEXT = 8192;
    private static final long LOOK_MS = 20;

    private final AlertReceiver.Command settings;

    CommandReceiver(AlertReceiver.Command settings) {
        this.settings = settings;
    }

    @Override
    public void send(Message message) throws DeliveryException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(settings.command()).redirectErrorStream(true);
        environment(builder.environment(), message);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new DeliveryException(String.valueOf(e.getMessage()), false, e);
        }
        try {
            feed(process, AlertmanagerJson.of(message, settings.name()));
            String output = await(process);
            if (process.exitValue() != 0) {
                String words = output.strip();
                throw new DeliveryException(
                        settings.command().get(0) + " ended with " + process.exitValue()
                                + (words.isEmpty()
                                        ? ""
                                        : ": " + words.substring(0, Math.min(MOST_WORDS, words.length()))),
                        true,
                        null);
            }
        } catch (IOException e) {
            throw new DeliveryException(settings.command().get(0) + ": " + e.getMessage(), true, e);
        } finally {
            kill(process);
        }
    }

    /** Writes from a thread of its own, because a program may never read. */
    private void feed(Process process, String json) {
        Thread writer = new Thread(
                () -> {
                    try (OutputStream out = process.getOutputStream()) {
                        out.write(json.getBytes(StandardCharsets.UTF_8));
                    } catch (IOException e) {
                        // it does not read its input, which is no fault
                    }
                },
                "alert-" + settings.name() + "-input");
        writer.setDaemon(true);
        writer.start();
    }

    /** Waits for the end of the process; returns the beginning of its output. */
    private String await(Process process) throws IOException, InterruptedException, DeliveryException {
        long endNs = System.nanoTime() + settings.timeout().toNanos();
        byte[] output = new byte[MOST_OUTPUT];
        byte[] rest = new byte[MOST_OUTPUT];
        int kept = 0;
        InputStream in = process.getInputStream();
        while (true) {
            boolean alive = process.isAlive();
            int ready = in.available();
            while (ready > 0) {
                boolean room = kept < MOST_OUTPUT;
                int read = room ? in.read(output, kept, Math.min(ready, MOST_OUTPUT - kept)) : in.read(rest);
                kept += room ? Math.max(0, read) : 0;
                ready = read < 0 || System.nanoTime() - endNs > 0 ? 0 : in.available();
            }
            if (!alive) {
                return new String(output, 0, kept, StandardCharsets.UTF_8);
            }
            if (System.nanoTime() - endNs > 0) {
                throw new DeliveryException(
                        settings.command().get(0) + " was killed, because it did not end in "
                                + settings.timeout().toMillis() + " ms",
                        true,
                        null);
            }
            Thread.sleep(LOOK_MS);
        }
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void environment(Map<String, String> environment, Message message) {
        environment.keySet().retainAll(PASSED);
        Alert first = message.firing().isEmpty()
                ? message.over().get(0)
                : message.firing().get(0);
        put(environment, "STATUS", message.isResolved() ? "resolved" : "firing");
        put(environment, "RULE", message.rule());
        put(environment, "SEVERITY", ScalarTypes.spelling(message.severity()));
        put(environment, "CLUSTER", message.cluster());
        put(
                environment,
                "NODE",
                first.scope().node() == null ? "" : first.scope().node());
        put(environment, "COUNT", Integer.toString(message.firing().size() + message.left()));
        put(environment, "SUBJECT", message.subject());
        put(environment, "TEXT", message.text());
    }

    private static void put(Map<String, String> environment, String name, String value) {
        String text = value.replace('\0', ' ');
        environment.put("EVENKEEL_ALERT_" + name, text.substring(0, Math.min(MOST_TEXT, text.length())));
    }
}
