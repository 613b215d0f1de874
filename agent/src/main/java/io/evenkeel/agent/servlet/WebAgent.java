// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import io.evenkeel.agent.Agent;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.request.Probes;
import io.evenkeel.agent.settings.AgentOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The agent in one web application, from its deployment to its end. Started and stopped by the server's deploying
 * thread.
 *
 * @param <Q> the namespace's request
 * @param <S> the namespace's response
 */
public final class WebAgent<Q, S> {

    /** The context attribute that says an agent is in an application already, so that a second jar keeps out. */
    public static final String INSTALLED = "io.evenkeel.agent.installed";

    /** The context parameter of the stand-alone application: it shows the page everywhere and counts nothing. */
    public static final String STANDALONE = "io.evenkeel.agent.standalone";

    private final ServletCalls<Q, S> calls;
    private final AgentOptions settings;
    private final boolean standalone;
    private final AgentPage<Q, S> page;

    private @Nullable Agent agent;
    private @Nullable Probes probes;
    private volatile @Nullable RequestWatch<Q, S> watch;

    /**
     * An agent that is not started yet.
     *
     * @param initParameters the application's parameters by full name; those that begin with
     *     {@code evenkeel.agent.} are settings
     */
    public WebAgent(ServletCalls<Q, S> calls, Map<String, String> initParameters) {
        this.calls = calls;
        this.settings = AgentOptions.ofApplication(InitParameters.ours(initParameters));
        this.standalone = Boolean.parseBoolean(initParameters.get(STANDALONE));
        this.page = new AgentPage<>(calls, settings, standalone);
    }

    /** The patterns of the paths where the page is. */
    public String[] pagePatterns() {
        String path = settings.path();
        return standalone ? new String[] {"/*"} : new String[] {path, path + ".html", path + "/orca"};
    }

    /** True when the requests of this application are work of the server. */
    public boolean counts() {
        return !standalone;
    }

    /** The application has been deployed. */
    public synchronized void start() {
        try {
            Agent handle = Agent.start(settings);
            agent = handle;
            page.show(handle::page);
            if (counts()) {
                Probes counters = Probes.open();
                probes = counters;
                watch = new RequestWatch<>(calls, reportsOf(handle), counters);
            }
        } catch (Throwable failure) {
            AgentLog.say("could not start (" + AgentLog.told(failure) + "); the application runs without it");
        }
    }

    /** The application goes. */
    public synchronized void stop() {
        try {
            watch = null;
            page.show(null);
            if (probes != null) {
                probes.close();
            }
            if (agent != null) {
                agent.close();
            }
        } catch (Throwable failure) {
            AgentLog.say("could not stop (" + AgentLog.told(failure) + ")");
        }
    }

    /** The watch of requests; null before the start and after the end. */
    public @Nullable RequestWatch<Q, S> watch() {
        return watch;
    }

    /** The page of the agent. */
    public AgentPage<Q, S> page() {
        return page;
    }

    private static LoadReports reportsOf(Agent agent) {
        return new LoadReports() {
            @Override
            public @Nullable String due(long nowNs) {
                return agent.dueReport(nowNs);
            }

            @Override
            public boolean take(String report) {
                return agent.takeReport(report);
            }
        };
    }
}
