// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.SampleTaker;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.port.AgentPages;
import io.evenkeel.agent.port.AgentServer;
import io.evenkeel.agent.push.PushClient;
import io.evenkeel.agent.server.ServerCollector;
import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.AgentCheck;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The agent while this class loader owns it.
 *
 * <p>The thread that calls {@link #run} is the sampling thread. It takes a sample every interval while a filter asks
 * for load reports, once a second otherwise, and at once when a reader wants a page and the last sample is older than
 * an interval.
 */
final class RunningAgent implements AgentPages {

    /** The time after a filter's request for a report in which it is expected to ask again. */
    static final long WANTED_FOR_NS = TimeUnit.SECONDS.toNanos(2);

    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long RECOVERY_NS = TimeUnit.SECONDS.toNanos(5);

    private final JvmSharedState meeting;
    private final AgentOptions settings;
    private final ServerCollector server;
    private final SampleTaker sampler;
    private final SampleForms forms;
    private final Thread thread;
    private final long intervalNs;
    private final Beat beat;
    private volatile boolean asked;

    RunningAgent(JvmSharedState meeting, AgentOptions settings) {
        this.meeting = meeting;
        this.settings = settings;
        this.server = new ServerCollector(settings);
        this.sampler = new SampleTaker(Collectors.inOrder(server), System::nanoTime, System::currentTimeMillis);
        this.thread = Thread.currentThread();
        this.intervalNs = TimeUnit.MILLISECONDS.toNanos(settings.intervalMs());
        this.beat = new Beat(intervalNs, System.nanoTime());
        this.forms = new SampleForms(sampler, settings);
    }

    /** Works until its thread is interrupted. */
    void run() {
        settings.complaints().forEach(AgentLog::say);
        AgentServer door = AgentServer.open(settings, this);
        PushClient push = PushClient.start(settings, sampler, door == null ? 0 : door.port());
        Thread hook = endsWithJvm(push);
        UnaryOperator<String> pages = this::page;
        try {
            if (door != null) {
                sampler.agentPort(door.port());
                announce(door);
            }
            meeting.sampler().set(thread);
            meeting.page().set(pages);
            while (!thread.isInterrupted()) {
                sampleAndRest();
            }
        } finally {
            Thread.interrupted();
            meeting.page().compareAndSet(pages, null);
            meeting.sampler().set(null);
            meeting.report().set(null);
            if (push != null) {
                push.close(!meeting.owner().hasQueuedThreads());
            }
            forget(hook);
            if (door != null) {
                door.close();
            }
            sampler.close();
        }
    }

    @Override
    public @Nullable String page(String form) {
        fresh();
        return forms.page(form, server.server(), server::pools);
    }

    @Override
    public String checkLine() {
        fresh();
        boolean draining = meeting.draining().get();
        return sampler.read(sample -> AgentCheck.line(sample, draining));
    }

    @Override
    public void draining(boolean draining) {
        meeting.draining().set(draining);
        AgentLog.say(draining ? "is told to drain this node" : "is told that this node is ready");
    }

    private void sampleAndRest() {
        long beganNs = System.nanoTime();
        long restNs = intervalNs / 2;
        try {
            asked = false;
            beat.began(beganNs);
            sampler.take();
            meeting.report().set(forms.report());
        } catch (VirtualMachineError e) {
            // The heap is full, say. The application may get over it, and then the node should be seen again.
            AgentLog.sayOnce("could not take a sample (" + AgentLog.told(e) + ")");
            restNs = RECOVERY_NS;
        }
        rest(beganNs, restNs);
        restWhileCarried();
        while (!asked && !isWanted() && System.nanoTime() - beganNs < IDLE_NS && !thread.isInterrupted()) {
            LockSupport.parkNanos(this, IDLE_NS - (System.nanoTime() - beganNs));
        }
    }

    /** Waits until a time after a moment has passed, even if a report is asked for. */
    private void rest(long sinceNs, long restNs) {
        long leftNs = restNs - (System.nanoTime() - sinceNs);
        while (leftNs > 0 && !thread.isInterrupted()) {
            LockSupport.parkNanos(this, leftNs);
            leftNs = restNs - (System.nanoTime() - sinceNs);
        }
    }

    /** Waits longer when an answer has carried the report, unless a reader asks. */
    private void restWhileCarried() {
        while (!asked && !thread.isInterrupted()) {
            long leftNs = beat.dueNs(waits()) - System.nanoTime();
            if (leftNs <= 0) {
                return;
            }
            LockSupport.parkNanos(this, leftNs);
        }
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // every report is an object of its own
    private boolean waits() {
        return meeting.report().get() != meeting.carried().get();
    }

    private boolean isWanted() {
        return System.nanoTime() - meeting.wantedNs().get() < WANTED_FOR_NS;
    }

    private void fresh() {
        if (sampler.ageNs() > intervalNs) {
            asked = true;
            LockSupport.unpark(thread);
        }
        try {
            sampler.fresh(intervalNs, PATIENCE_NS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void announce(AgentServer door) {
        String host = settings.host().getHostAddress();
        if (door.port() > 0) {
            AgentLog.say("answers at http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + door.port()
                    + settings.path());
        }
        if (door.checkPort() > 0) {
            AgentLog.say("answers HAProxy's agent-check at " + host + ":" + door.checkPort());
        }
    }

    /** Says stop to the dispatcher when the JVM ends without closing the agent. */
    private @Nullable Thread endsWithJvm(@Nullable PushClient push) {
        if (push == null) {
            return null;
        }
        Thread hook = new Thread(() -> push.close(true), "evenkeel-agent-stop");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return hook;
        } catch (IllegalStateException e) {
            return null;
        }
    }

    private static void forget(@Nullable Thread hook) {
        if (hook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is ending, and the hook with it.
            }
        }
    }
}
