// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import io.evenkeel.agent.log.AgentLog;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Asks GlassFish once to show its MBeans (AMX), when its start is over.
 *
 * <p>It does not ask earlier: a part of the server that begins to count while the MBeans are being made, such as the
 * workers of a listener, has no MBean as long as the server lives. No MBean says that the start is over; it is over
 * when fewer than {@value #QUIET_CLASSES} classes have been loaded for {@value #QUIET_SECONDS} seconds, or
 * {@value #LONGEST_SECONDS} seconds after the first look. Making the MBeans takes seconds, so it is done aside. For the
 * sampler's thread.
 */
final class AmxBoot {

    static final ObjectName NAME = Beans.name("amx-support:type=boot-amx");

    private static final long QUIET_SECONDS = 3;
    private static final long LONGEST_SECONDS = 30;
    private static final int QUIET_CLASSES = 20;

    private final Beans beans;
    private final Executor aside;
    private final MBeanQuery classes;
    private boolean looked;
    private boolean asked;
    private long lookedNs;
    private long askedNs;
    private long markedNs;
    private double marked = Double.NaN;

    AmxBoot(Beans beans, Executor aside) {
        this.beans = beans;
        this.aside = aside;
        this.classes = beans.family("java.lang:type=ClassLoading");
    }

    /** Asks, if it is time and has not been done. */
    void askWhenStarted() {
        if (!asked && isStarted()) {
            asked = true;
            askedNs = beans.nowNs();
            aside.execute(this::ask);
        }
    }

    /** True when it was asked longer ago than this. */
    boolean askedBefore(long agoNs) {
        return asked && beans.nowNs() - askedNs > agoNs;
    }

    private boolean isStarted() {
        long nowNs = beans.nowNs();
        if (!looked) {
            looked = true;
            lookedNs = nowNs;
        }
        double loaded = classes.sum("TotalLoadedClassCount");
        if (!(loaded - marked < QUIET_CLASSES)) {
            marked = loaded;
            markedNs = nowNs;
        }
        return nowNs - markedNs >= TimeUnit.SECONDS.toNanos(QUIET_SECONDS)
                || nowNs - lookedNs >= TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    }

    private void ask() {
        try {
            beans.invoke(NAME, "bootAMX");
        } catch (JMException | RuntimeException e) {
            AgentLog.say("GlassFish does not show its MBeans (" + AgentLog.told(e) + ")");
        }
    }
}
