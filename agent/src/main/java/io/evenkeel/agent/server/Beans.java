// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import io.evenkeel.agent.log.AgentLog;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The MBeans of this JVM, read one attribute at a time. Nothing here throws when an MBean or an attribute is not there.
 */
final class Beans {

    /** The root of WildFly's management model. */
    static final ObjectName WILDFLY = name("jboss.as:management-root=server");

    private static final String WILDFLY_MODEL = "jboss.as";

    private final MBeanServer server;
    private final LongSupplier ticker;
    private final LongSupplier work;
    private long nowNs;
    private long queryNs;
    private long readNs;

    /**
     * The MBeans of a server.
     *
     * @param ticker nanoseconds, to tell how long a figure takes
     * @param work nanoseconds of the caller's processor time, to tell what a query costs
     */
    Beans(MBeanServer server, LongSupplier ticker, LongSupplier work) {
        this.server = server;
        this.ticker = ticker;
        this.work = work;
    }

    /** Says what time it is; queries look for new members by it. */
    void now(long newNowNs) {
        nowNs = newNowNs;
    }

    long nowNs() {
        return nowNs;
    }

    /** The MBeans that a pattern stands for, now and later. */
    MBeanQuery family(String pattern) {
        return new MBeanQuery(this, name(pattern));
    }

    /** The name that a text is; a text that is not a name is the caller's bug. */
    static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /**
     * The names that a pattern stands for.
     *
     * <p>A pattern of all domains leaves out those in which WildFly shows its management model: it has more than a
     * thousand names, each made when it is asked for, and no pool is shown there alone. While WildFly starts, its model
     * counts as empty: it is half there, and expensive to ask.
     */
    Set<ObjectName> names(ObjectName pattern) {
        long beganNs = work.getAsLong();
        Set<ObjectName> found = query(pattern);
        queryNs = work.getAsLong() - beganNs;
        return found;
    }

    /**
     * The time that the last query took: most servers answer in microseconds, WildFly asks its management model for ten
     * milliseconds and more.
     */
    long queryNs() {
        return queryNs;
    }

    /** The time that it took to read the last number. */
    long readNs() {
        return readNs;
    }

    private Set<ObjectName> query(ObjectName pattern) {
        if (WILDFLY_MODEL.equals(pattern.getDomain()) && "starting".equals(text(WILDFLY, "serverState"))) {
            return Set.of();
        }
        if (!"*".equals(pattern.getDomain())) {
            return server.queryNames(pattern, null);
        }
        String keys = pattern.toString().substring(1);
        Set<ObjectName> found = new HashSet<>();
        for (String domain : server.getDomains()) {
            if (!domain.startsWith(WILDFLY_MODEL)) {
                found.addAll(server.queryNames(name(domain + keys), null));
            }
        }
        return found;
    }

    boolean has(ObjectName name) {
        return server.isRegistered(name);
    }

    /** The value of an attribute, as text; null without one. */
    @Nullable
    String text(ObjectName name, String attribute) {
        try {
            Object value = server.getAttribute(name, attribute);
            return value == null ? null : value.toString();
        } catch (JMException | RuntimeException e) {
            return null;
        }
    }

    /**
     * The value of an attribute, as a number: of a composite its {@code count} or {@code current}, of a boolean 1 or 0.
     * NaN without a value.
     *
     * @param attribute its name; {@code name/item} is an item of a composite
     * @throws InstanceNotFoundException when the MBean is gone
     * @throws AttributeNotFoundException when it has no such attribute
     */
    double number(ObjectName name, String attribute) throws InstanceNotFoundException, AttributeNotFoundException {
        int slash = attribute.indexOf('/');
        long beganNs = ticker.getAsLong();
        try {
            Object value = server.getAttribute(name, slash < 0 ? attribute : attribute.substring(0, slash));
            readNs = ticker.getAsLong() - beganNs;
            if (value instanceof CompositeData) {
                value = item((CompositeData) value, slash < 0 ? null : attribute.substring(slash + 1));
            }
            return number(value);
        } catch (InstanceNotFoundException | AttributeNotFoundException e) {
            throw e;
        } catch (JMException | RuntimeException e) {
            AgentLog.sayOnce(name + " does not show its " + attribute + " (" + AgentLog.told(e) + ")");
            return Double.NaN;
        }
    }

    private static @Nullable Object item(CompositeData composite, @Nullable String item) {
        if (item != null) {
            return composite.containsKey(item) ? composite.get(item) : null;
        }
        return composite.get(composite.containsKey("count") ? "count" : "current");
    }

    private static double number(@Nullable Object value) {
        if (value instanceof Number) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof Boolean) {
            return ((Boolean) value) ? 1 : 0;
        }
        if (value instanceof String && ((String) value).matches("-?[0-9]{1,15}")) {
            return Long.parseLong((String) value);
        }
        return Double.NaN;
    }

    /**
     * Calls an operation without arguments.
     *
     * @throws JMException when it fails
     */
    void invoke(ObjectName name, String operation) throws JMException {
        server.invoke(name, operation, new Object[0], new String[0]);
    }
}
