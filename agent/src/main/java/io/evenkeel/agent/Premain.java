// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.MBeanAccess;
import io.evenkeel.agent.settings.AgentOptions;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of {@code -javaagent:evenkeel-agent.jar=key=value,…}, and of attaching to a running JVM.
 *
 * <p>No class is changed. Before the server has started there is only a daemon thread: code here that touches
 * {@code java.util.logging} or the platform's MBean server keeps WildFly from starting. A failure must not keep any
 * server from starting either, so it is only reported.
 */
public final class Premain {

    private Premain() {}

    /** Called by the JVM before the server's main method. */
    @SuppressWarnings("UnusedVariable") // the JVM names the arguments
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        MBeanAccess.startedBeforeServer();
        start(arguments);
    }

    /** Called by the JVM when a tool attaches the agent to a running server. */
    @SuppressWarnings("UnusedVariable") // the JVM names the arguments
    public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
        start(arguments);
    }

    @SuppressWarnings({"SystemOut", "CatchAndPrintStackTrace"})
    private static void start(@Nullable String arguments) {
        try {
            Ownership.join(AgentOptions.ofArguments(arguments));
        } catch (RuntimeException | LinkageError e) {
            System.err.println("evenkeel-agent: could not start: " + e);
        }
    }
}
