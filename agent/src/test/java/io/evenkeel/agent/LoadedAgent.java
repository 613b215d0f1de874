// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A user of the agent in a class loader of its own, as a web application that carries the jar. */
final class LoadedAgent implements AutoCloseable {

    private final URLClassLoader loader;
    private final AutoCloseable handle;

    LoadedAgent(Map<String, String> initParameters) throws ReflectiveOperationException {
        URL[] places = {place(AgentOptions.class), place(NodeSample.class)};
        loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
        Class<?> settingsClass = loader.loadClass(AgentOptions.class.getName());
        Object settings = settingsClass.getMethod("ofApplication", Map.class).invoke(null, initParameters);
        Class<?> agentClass = loader.loadClass(Agent.class.getName());
        handle = (AutoCloseable) agentClass.getMethod("start", settingsClass).invoke(null, settings);
    }

    /** The page of the JVM's agent as this user sees it. */
    @Nullable
    String page() throws ReflectiveOperationException {
        Method page = handle.getClass().getMethod("page", String.class);
        return (String) page.invoke(handle, "json");
    }

    @Override
    public void close() throws IOException {
        try {
            handle.close();
        } catch (Exception e) {
            throw new AssertionError("closing must not fail", e);
        }
        loader.close();
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
