// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.publish.PublishedServer;
import io.undertow.Undertow;
import io.undertow.servlet.api.DeploymentManager;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.SmartLifecycle;

/**
 * Publishes the figures of the application's embedded server from its start to its end.
 *
 * <p>An application in a server of its own (a WAR) has none, and the agent sees that server's MBeans. The server of
 * another port, such as that of the actuator, is in another context and left out: no work is sent there.
 */
final class EmbeddedServerWatch implements SmartLifecycle, ApplicationContextAware {

    private @Nullable ApplicationContext context;
    private @Nullable PublishedServer published;
    private volatile boolean running;

    @Override
    public void setApplicationContext(ApplicationContext applicationContext) {
        context = applicationContext;
    }

    @Override
    public void start() {
        running = true;
        try {
            Object server = asked(context, "getWebServer");
            if (server != null) {
                published = publish(server);
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            AgentLog.say(
                    "cannot read the embedded server (" + AgentLog.told(e) + "); its workers, queue, connections and"
                            + " sessions are absent. For Tomcat, set server.tomcat.mbeanregistry.enabled=true");
        }
    }

    @Override
    public void stop() {
        running = false;
        if (published != null) {
            published.close();
            published = null;
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private static @Nullable PublishedServer publish(Object server) throws ReflectiveOperationException {
        Object tomcat = asked(server, "getTomcat");
        if (tomcat != null) {
            return TomcatFigures.of((Tomcat) tomcat).publish();
        }
        Object jetty = asked(server, "getServer");
        if (jetty != null) {
            return JettyFigures.of((Server) jetty).publish();
        }
        Object undertow = held(server, "undertow");
        if (undertow != null) {
            return UndertowFigures.of((Undertow) undertow, (DeploymentManager) asked(server, "getDeploymentManager"))
                    .publish();
        }
        AgentLog.say("does not know the embedded server " + server.getClass().getName()
                + "; its workers, queue, connections and sessions are absent");
        return null;
    }

    /** The answer of a public method; null when there is no such method. */
    private static @Nullable Object asked(@Nullable Object target, String method) throws ReflectiveOperationException {
        if (target == null) {
            return null;
        }
        try {
            Method found = target.getClass().getMethod(method);
            return found.invoke(target);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** The value of a field of an object or of a class above; null when there is no such field. */
    private static @Nullable Object held(Object target, String name) throws ReflectiveOperationException {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field.get(target);
                }
            }
        }
        return null;
    }
}
