// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet.jakarta;

import io.evenkeel.agent.servlet.WebAgent;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** Starts the agent when the application is deployed and stops it when the application goes. */
final class AgentListener implements ServletContextListener {

    private final WebAgent<?, ?> agent;

    AgentListener(WebAgent<?, ?> agent) {
        this.agent = agent;
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        agent.start();
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        agent.stop();
    }
}
