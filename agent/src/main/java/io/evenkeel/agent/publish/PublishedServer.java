// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.publish;

import io.evenkeel.agent.collect.MBeanAccess;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.wire.Metric;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * A server's figures as an MBean {@code io.evenkeel:type=Server,name=…}, which the agent prefers to those that the
 * server itself registers.
 *
 * <p>Built and closed by the thread that starts and stops the server. Figures are asked for by the agent's thread, up
 * to twenty times a second, and must come at once; NaN or a negative number means that there is none, and a supplier
 * that throws costs this figure only. Each published server has a name of its own; the figures of several are added.
 */
public final class PublishedServer implements AutoCloseable {

    /** The names of all published servers. */
    public static final String PATTERN = "io.evenkeel:type=Server,name=*";

    /** The attribute with the name and version of the server. */
    public static final String TITLE = "Title";

    /** The attribute with the word that the server appends to the identifiers of its sessions; may be null. */
    public static final String ROUTE = "Route";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Map<String, Supplier<@Nullable Object>> attributes = new LinkedHashMap<>();
    private @Nullable MBeanServer server;
    private @Nullable ObjectName name;

    /**
     * A server without figures that is not published yet.
     *
     * @param title its name and version as people write them, such as {@code Apache Tomcat 11.0.24}
     */
    public PublishedServer(String title) {
        attributes.put(TITLE, () -> title);
    }

    /** Adds the word that the server appends to the identifiers of its sessions. */
    public PublishedServer route(Supplier<@Nullable String> word) {
        attributes.put(ROUTE, word::get);
        return this;
    }

    /** Adds a figure, in the unit of its metric. */
    public PublishedServer figure(Metric metric, DoubleSupplier value) {
        attributes.put(metric.name(), value::getAsDouble);
        return this;
    }

    /** Registers the MBean. A failure is said in the log, and the agent goes on without these figures. */
    public PublishedServer publish() {
        MBeanServer present = MBeanAccess.server();
        if (present != null) {
            try {
                ObjectName free = new ObjectName(PATTERN.replace("*", Integer.toString(NUMBERS.incrementAndGet())));
                while (present.isRegistered(free)) {
                    free = new ObjectName(PATTERN.replace("*", Integer.toString(NUMBERS.incrementAndGet())));
                }
                present.registerMBean(new FigureBean(attributes), free);
                server = present;
                name = free;
            } catch (JMException | RuntimeException e) {
                AgentLog.sayOnce("cannot publish the figures of this server (" + AgentLog.told(e) + ")");
            }
        }
        return this;
    }

    /** Takes the MBean away. */
    @Override
    public void close() {
        if (server != null && name != null) {
            try {
                server.unregisterMBean(name);
            } catch (JMException | RuntimeException e) {
                AgentLog.sayOnce("cannot take back the figures of this server (" + AgentLog.told(e) + ")");
            }
            server = null;
            name = null;
        }
    }

    /** The attributes of one server, read only. */
    private static final class FigureBean implements DynamicMBean {

        private final Map<String, Supplier<@Nullable Object>> attributes;

        FigureBean(Map<String, Supplier<@Nullable Object>> attributes) {
            this.attributes = new LinkedHashMap<>(attributes);
        }

        @Override
        public @Nullable Object getAttribute(String attribute) throws AttributeNotFoundException {
            Supplier<@Nullable Object> value = attributes.get(attribute);
            if (value == null) {
                throw new AttributeNotFoundException(attribute);
            }
            return value.get();
        }

        @Override
        public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
            throw new AttributeNotFoundException(attribute.getName() + " can only be read");
        }

        @Override
        public AttributeList getAttributes(String[] names) {
            AttributeList values = new AttributeList();
            for (String each : names) {
                try {
                    values.add(new Attribute(each, getAttribute(each)));
                } catch (AttributeNotFoundException | RuntimeException e) {
                    // The interface wants those left out that cannot be read.
                }
            }
            return values;
        }

        @Override
        public AttributeList setAttributes(AttributeList values) {
            return new AttributeList();
        }

        @Override
        public @Nullable Object invoke(String action, Object[] arguments, String[] types) {
            return null;
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            MBeanAttributeInfo[] infos = attributes.keySet().stream()
                    .map(each -> new MBeanAttributeInfo(each, type(each), meaning(each), true, false, false))
                    .toArray(MBeanAttributeInfo[]::new);
            return new MBeanInfo(
                    getClass().getName(), "Figures of a server for Evenkeel's agent", infos, null, null, null);
        }

        private static String type(String attribute) {
            return attribute.equals(TITLE) || attribute.equals(ROUTE) ? String.class.getName() : "double";
        }

        private static String meaning(String attribute) {
            return attribute.equals(TITLE) || attribute.equals(ROUTE)
                    ? attribute
                    : Metric.valueOf(attribute).meaning();
        }
    }
}
