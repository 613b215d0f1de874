// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet.javax;

import io.evenkeel.agent.servlet.RequestWatch;
import io.evenkeel.agent.servlet.WebAgent;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterRegistration;
import javax.servlet.ServletContext;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;
import javax.servlet.annotation.WebListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * Puts the agent into a web application when the server deploys it, and takes it out again. The server finds it by its
 * annotation; where the server does not look, it is named as a listener in {@code web.xml}, or the application calls
 * {@link #install}.
 *
 * <p>An initialiser in {@code META-INF/services} would do the same, but the jar of a {@code -javaagent} is on the class
 * path of the whole server: Tomcat and Liberty find the initialiser there, cannot load it for want of the servlet API,
 * and deploy no application at all.
 *
 * <p>Whatever goes wrong, the application is deployed without the agent.
 */
@WebListener
public final class AgentListener implements ServletContextListener {

    private @Nullable WebAgent<HttpServletRequest, HttpServletResponse> agent;

    /** Puts the agent into an application that is being deployed, unless it is there already. */
    public static void install(ServletContext context) {
        AgentListener listener = new AgentListener();
        listener.register(context);
        if (listener.agent != null) {
            context.addListener(listener);
        }
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        if (agent == null) {
            register(event.getServletContext());
        }
        if (agent != null) {
            agent.start();
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (agent != null) {
            agent.stop();
        }
    }

    private void register(ServletContext context) {
        try {
            if (context.getAttribute(WebAgent.INSTALLED) != null) {
                return;
            }
            context.setAttribute(WebAgent.INSTALLED, true);
            WebAgent<HttpServletRequest, HttpServletResponse> newAgent =
                    new WebAgent<>(new JavaxCalls(), parameters(context));
            add(context, "evenkeel-agent-page", new AgentPageFilter(newAgent), newAgent.pagePatterns());
            if (newAgent.counts()) {
                add(context, "evenkeel-agent", new AgentFilter(newAgent), "/*");
            }
            agent = newAgent;
        } catch (Throwable failure) {
            RequestWatch.swallow(failure);
        }
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
