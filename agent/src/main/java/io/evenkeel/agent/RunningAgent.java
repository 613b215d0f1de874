// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.Sampler;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.settings.AgentSettings;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The agent while this class loader owns it. Its thread is the sampling thread. */
final class RunningAgent {

    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long WANTED_FOR_NS = TimeUnit.SECONDS.toNanos(2);
    /** Longer than a sample takes, shorter than a reader minds. */
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Meeting meeting;
    private final AgentSettings settings;
    private final Sampler sampler;
    private final SampleForms forms;

    RunningAgent(Meeting meeting, AgentSettings settings) {
        this.meeting = meeting;
        this.settings = settings;
        List<Collector> collectors = Collectors.inOrder(settings);
        this.sampler = new Sampler(collectors, System::nanoTime, System::currentTimeMillis);
        this.forms = new SampleForms(sampler, settings);
    }

    /** Works until its thread is interrupted. */
    void run() {
        settings.complaints().forEach(AgentLog::say);
        Thread sampling = Thread.currentThread();
        meeting.page().set(form -> {
            freshen(sampling);
            return forms.page(form);
        });
        try {
            while (!sampling.isInterrupted()) {
                sampler.take();
                meeting.report().set(forms.report());
                pause();
            }
        } finally {
            meeting.page().set(null);
            meeting.report().set(null);
            sampler.close();
        }
    }

    /** Waits until the next sample is due: soon when somebody wants it. */
    private void pause() {
        long leftNs = pauseNs() - sampler.ageNs();
        while (leftNs > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, leftNs);
            leftNs = pauseNs() - sampler.ageNs();
        }
    }

    /** Sees to it that a reader gets a sample that is not older than an interval, if that is quickly done. */
    private void freshen(Thread sampling) {
        meeting.wantedNs().lazySet(System.nanoTime());
        long intervalNs = TimeUnit.MILLISECONDS.toNanos(settings.intervalMs());
        if (sampler.ageNs() > intervalNs) {
            LockSupport.unpark(sampling);
        }
        try {
            sampler.fresh(intervalNs, PATIENCE_NS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long pauseNs() {
        boolean wanted = System.nanoTime() - meeting.wantedNs().get() < WANTED_FOR_NS;
        return wanted ? TimeUnit.MILLISECONDS.toNanos(settings.intervalMs()) : IDLE_NS;
    }
}
