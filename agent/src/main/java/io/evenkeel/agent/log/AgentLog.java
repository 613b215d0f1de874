// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.log;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The agent's log: lines on standard error that begin with {@code evenkeel-agent:}. Safe for every thread; never
 * throws.
 */
public final class AgentLog {

    private static final String PREFIX = "evenkeel-agent: ";

    /** More different messages than this are not remembered, and not said again either. */
    private static final int REMEMBERED = 256;

    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private AgentLog() {}

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
        PrintStream out = System.err;
        if (out != null) {
            out.println(PREFIX + message);
        }
    }
}
