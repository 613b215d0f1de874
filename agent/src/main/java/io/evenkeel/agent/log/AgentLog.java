// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.log;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent's log: lines on standard error that begin with {@code evenkeel-agent:}, or messages in the log of the
 * application that has the agent. Safe for every thread; never throws.
 */
public final class AgentLog {

    private static final String PREFIX = "evenkeel-agent: ";

    /** More different messages than this are not remembered, and not said again either. */
    private static final int REMEMBERED = 256;

    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private static volatile @Nullable Consumer<String> application;

    private AgentLog() {}

    /**
     * Writes to an application's log from now on, without the words that begin a line on standard error. Only for an
     * application whose logging is ready.
     */
    public static void to(Consumer<String> log) {
        application = log;
    }

    /** Writes a line. */
    public static void say(String message) {
        write(message);
    }

    /** Writes a line if this class loader has not written the very same one before. */
    public static void sayOnce(String message) {
        if (SAID.size() < REMEMBERED && SAID.add(message)) {
            write(message);
        }
    }

    /** The failure in few words: its kind and its message. */
    public static String told(Throwable failure) {
        String words = failure.getMessage();
        String kind = failure.getClass().getSimpleName();
        return words == null || words.isEmpty() ? kind : kind + ": " + words.replaceAll("\\s+", " ");
    }

    private static void write(String message) {
        Consumer<String> log = application;
        if (log != null) {
            try {
                log.accept(message);
                return;
            } catch (RuntimeException | LinkageError e) {
                application = null;
            }
        }
        PrintStream out = System.err;
        if (out != null) {
            out.println(PREFIX + message);
        }
    }
}
