// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.Sampler;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.settings.AgentSettings;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The agent while this class loader owns it. Its thread is the sampling thread. */
final class RunningAgent {

    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long WANTED_FOR_NS = TimeUnit.SECONDS.toNanos(2);

    private final Meeting meeting;
    private final AgentSettings settings;
    private final Sampler sampler;

    RunningAgent(Meeting meeting, AgentSettings settings) {
        this.meeting = meeting;
        this.settings = settings;
        List<Collector> collectors = Collectors.inOrder(meeting, settings);
        this.sampler = new Sampler(collectors, System::nanoTime, System::currentTimeMillis);
    }

    /** Works until its thread is interrupted. */
    void run() {
        settings.complaints().forEach(AgentLog::say);
        try {
            while (true) {
                sampler.take();
                Thread.sleep(pauseMs());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sampler.close();
        }
    }

    private long pauseMs() {
        boolean wanted = System.nanoTime() - meeting.wantedNs().get() < WANTED_FOR_NS;
        return wanted ? settings.intervalMs() : TimeUnit.NANOSECONDS.toMillis(IDLE_NS);
    }
}
