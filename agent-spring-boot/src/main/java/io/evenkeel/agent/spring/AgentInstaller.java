// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import io.evenkeel.agent.servlet.jakarta.AgentListener;
import io.evenkeel.agent.settings.SettingKey;
import jakarta.servlet.ServletContext;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Puts the agent's filters and page into the servlet context before all other filters, with the settings of the
 * environment.
 *
 * <p>Settings go the way of a web application's parameters, so system properties, environment variables and arguments
 * of {@code -javaagent} count before files, as everywhere.
 */
final class AgentInstaller implements ServletContextInitializer, Ordered {

    private final Environment environment;

    AgentInstaller(Environment environment) {
        this.environment = environment;
        ApplicationLog.use();
    }

    @Override
    public void onStartup(ServletContext context) {
        for (SettingKey key : SettingKey.values()) {
            String value = environment.getProperty(key.property());
            if (value != null && !value.isBlank()) {
                context.setInitParameter(key.property(), value);
            }
        }
        AgentListener.install(context);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
