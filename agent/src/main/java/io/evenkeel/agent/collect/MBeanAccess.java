// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

import io.evenkeel.agent.log.AgentLog;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The way to the MBean server of this JVM, which must not be created too early.
 *
 * <p>WildFly, Liberty and GlassFish put an MBean server of their own in the platform's place while they start. A
 * request for the platform's MBean server before that spoils it. So an agent that was there before the server takes the
 * one that the server has created. It creates one only after {@value #PATIENCE_SECONDS} seconds, when no server can
 * still be about to. Safe for every thread.
 */
public final class MBeanAccess {

    private static final long PATIENCE_SECONDS = 20;
    private static final long LOOK_MS = 200;

    private static volatile boolean early;
    private static volatile long earlyNs;
    private static volatile @Nullable MBeanServer found;

    private MBeanAccess() {}

    /** Says that the agent was started before the server, by {@code premain}. */
    public static void startedBeforeServer() {
        earlyNs = System.nanoTime();
        early = true;
    }

    /** The MBean server; null while it is too early to ask for it, or when there is none. Cheap once it is there. */
    public static @Nullable MBeanServer server() {
        MBeanServer known = found;
        if (known == null) {
            known = look();
            found = known;
        }
        return known;
    }

    /** Waits until the server has its MBean server, or can no longer be about to create one. */
    public static void await() throws InterruptedException {
        while (server() == null && isTooEarly()) {
            Thread.sleep(LOOK_MS);
        }
    }

    private static boolean isTooEarly() {
        return early && System.nanoTime() - earlyNs < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    }

    private static @Nullable MBeanServer look() {
        if (isTooEarly() && MBeanServerFactory.findMBeanServer(null).isEmpty()) {
            return null;
        }
        try {
            return ManagementFactory.getPlatformMBeanServer();
        } catch (RuntimeException | LinkageError e) {
            AgentLog.sayOnce("has no MBean server (" + AgentLog.told(e) + "); the app server's own figures are absent");
            return null;
        }
    }
}
