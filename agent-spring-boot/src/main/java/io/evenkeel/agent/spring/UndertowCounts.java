// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import io.evenkeel.agent.log.AgentLog;
import io.undertow.UndertowOptions;
import org.springframework.boot.web.embedded.undertow.UndertowServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Lets Undertow count its connections and its busy workers, unless a setting to the contrary is there.
 *
 * <p>It comes before Boot's own customizer, so that {@code server.undertow.options.server.enable-statistics} has the
 * last word. The pool of workers reads its system property once, when Undertow's first worker is made.
 */
final class UndertowCounts implements WebServerFactoryCustomizer<UndertowServletWebServerFactory>, Ordered {

    private static final String BUSY_WORKERS = "jboss.threads.eqe.statistics.active-count";

    @Override
    public void customize(UndertowServletWebServerFactory factory) {
        if (System.getProperty(BUSY_WORKERS) == null) {
            System.setProperty(BUSY_WORKERS, "true");
            AgentLog.say("lets Undertow count busy workers; -D" + BUSY_WORKERS + "=false prevents it");
        }
        factory.addBuilderCustomizers(builder -> builder.setServerOption(UndertowOptions.ENABLE_STATISTICS, true));
        AgentLog.say(
                "lets Undertow count connections; server.undertow.options.server.enable-statistics=false prevents it");
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
