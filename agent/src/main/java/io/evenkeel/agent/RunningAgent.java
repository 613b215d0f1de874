// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.SampleTaker;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.port.AgentPages;
import io.evenkeel.agent.port.AgentServer;
import io.evenkeel.agent.push.PushClient;
import io.evenkeel.agent.server.ServerCollector;
import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.AgentCheck;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
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

    private final JvmSharedState shared;
    private final AgentOptions settings;
    private final ServerCollector server;
    private final SampleTaker taker;
    private final SampleForms forms;
    private final Thread thread;
    private final long intervalNs;
    private final SampleTiming timing;
    private volatile boolean asked;

    RunningAgent(JvmSharedState shared, AgentOptions settings) {
        this(shared, settings, new ServerCollector(settings), Collectors::inOrder);
    }

    /** @param collectors those of a sample, made with the server's */
    RunningAgent(
            JvmSharedState shared,
            AgentOptions settings,
            ServerCollector server,
            Function<ServerCollector, List<Collector>> collectors) {
        this.shared = shared;
        this.settings = settings;
        this.server = server;
        this.taker = new SampleTaker(collectors.apply(server), System::nanoTime, System::currentTimeMillis);
        this.thread = Thread.currentThread();
        this.intervalNs = TimeUnit.MILLISECONDS.toNanos(settings.intervalMs());
        this.timing = new SampleTiming(intervalNs, System.nanoTime());
        this.forms = new SampleForms(taker, settings);
    }

    /**
     * Works until its thread is interrupted. The dispatcher hears a stop then, and not when this ends by a failure: the
     * server goes on and may keep its tasks.
     */
    void run() {
        settings.complaints().forEach(AgentLog::say);
        AgentServer ports = AgentServer.open(settings, this);
        PushClient push = PushClient.start(settings, taker, ports == null ? 0 : ports.port());
        Thread hook = endsWithJvm(push);
        UnaryOperator<String> pages = this::page;
        boolean isTold = false;
        try {
            if (ports != null) {
                taker.agentPort(ports.port());
                announce(ports);
            }
            shared.sampler().set(thread);
            shared.page().set(pages);
            while (!thread.isInterrupted()) {
                sampleAndRest();
            }
            isTold = true;
        } finally {
            Thread.interrupted();
            shared.page().compareAndSet(pages, null);
            shared.sampler().set(null);
            shared.report().set(null);
            if (push != null) {
                push.close(isTold && !shared.owner().hasQueuedThreads());
            }
            forget(hook);
            if (ports != null) {
                ports.close();
            }
            taker.close();
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
        boolean draining = shared.draining().get();
        return taker.read(sample -> AgentCheck.line(sample, draining));
    }

    @Override
    public void draining(boolean draining) {
        shared.draining().set(draining);
        AgentLog.say(draining ? "is told to drain this node" : "is told that this node is ready");
    }

    private void sampleAndRest() {
        long beganNs = System.nanoTime();
        long restNs = intervalNs / 2;
        try {
            asked = false;
            timing.began(beganNs);
            taker.take();
            shared.report().set(forms.report());
        } catch (VirtualMachineError e) {
            // The heap is full, say. The application may get over it, and then the node should be seen again.
            restNs = RECOVERY_NS;
            complain(e);
        }
        rest(beganNs, restNs);
        restWhileCarried();
        while (!asked && !isWanted() && System.nanoTime() - beganNs < IDLE_NS && !thread.isInterrupted()) {
            LockSupport.parkNanos(this, IDLE_NS - (System.nanoTime() - beganNs));
        }
    }

    private static void complain(VirtualMachineError e) {
        try {
            AgentLog.sayOnce("could not take a sample (" + AgentLog.told(e) + ")");
        } catch (VirtualMachineError noRoom) {
            // Words take heap, too; the next failure says it.
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
            long leftNs = timing.dueNs(waits()) - System.nanoTime();
            if (leftNs <= 0) {
                return;
            }
            LockSupport.parkNanos(this, leftNs);
        }
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // every report is an object of its own
    private boolean waits() {
        return shared.report().get() != shared.carried().get();
    }

    private boolean isWanted() {
        return System.nanoTime() - shared.wantedNs().get() < WANTED_FOR_NS;
    }

    private void fresh() {
        if (taker.ageNs() > intervalNs) {
            asked = true;
            LockSupport.unpark(thread);
        }
        try {
            taker.fresh(intervalNs, PATIENCE_NS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void announce(AgentServer ports) {
        String host = settings.host().getHostAddress();
        if (ports.port() > 0) {
            AgentLog.say("answers at http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + ports.port()
                    + settings.path());
        }
        if (ports.checkPort() > 0) {
            AgentLog.say("answers HAProxy's agent-check at " + host + ":" + ports.checkPort());
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
