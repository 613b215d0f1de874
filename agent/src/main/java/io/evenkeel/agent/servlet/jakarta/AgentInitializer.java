// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet.jakarta;

import io.evenkeel.agent.servlet.RequestWatch;
import io.evenkeel.agent.servlet.WebAgent;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts the agent into a web application when the server deploys it. The server finds it by {@code META-INF/services}; where the server does not
 * look, as in Spring Boot, the application calls {@link #install}.
 *
 * <p>Whatever goes wrong, the application is deployed without the agent.
 */
public final class AgentInitializer implements ServletContainerInitializer {

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        install(context);
    }

    /** Puts the agent into an application that is being deployed, unless it is there already. */
    public static void install(ServletContext context) {
        try {
            if (context.getAttribute(WebAgent.INSTALLED) == null) {
                context.setAttribute(WebAgent.INSTALLED, true);
                register(context, new WebAgent<>(new JakartaCalls(), parameters(context)));
            }
        } catch (Throwable failure) {
            RequestWatch.swallow(failure);
        }
    }

    private static void register(ServletContext context, WebAgent<HttpServletRequest, HttpServletResponse> agent) {
        add(context, "evenkeel-agent-page", new AgentPageFilter(agent), agent.pagePatterns());
        if (agent.counts()) {
            add(context, "evenkeel-agent", new AgentFilter(agent), "/*");
        }
        context.addListener(new AgentListener(agent));
    }

    private static void add(ServletContext context, String name, Filter filter, String... patterns) {
        FilterRegistration.Dynamic registration = context.addFilter(name, filter);
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, patterns);
    }

    private static Map<String, String> parameters(ServletContext context) {
        Map<String, String> parameters = new HashMap<>();
        for (String name : Collections.list(context.getInitParameterNames())) {
            parameters.put(name, context.getInitParameter(name));
        }
        return parameters;
    }
}
