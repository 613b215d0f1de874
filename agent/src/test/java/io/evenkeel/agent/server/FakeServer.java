// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.PoolReading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/** An MBean server of its own with MBeans as real servers have them, a collector that reads it, and a clock. */
final class FakeServer {

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private final Map<String, Map<String, Object>> attributes = new HashMap<>();
    private final ServerCollector collector;
    private final Beans reader;
    private long nowNs = 5_000_000_000L;
    private long tickNs;
    private long queryNs;

    FakeServer(String... settings) {
        Map<String, String> set = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            set.put("evenkeel.agent." + settings[i], settings[i + 1]);
        }
        LongSupplier ticker = () -> tickNs += queryNs;
        collector = new ServerCollector(
                AgentOptions.of(null, set::get, name -> null, Map.of()), () -> beans, ticker, ticker, Runnable::run);
        reader = new Beans(beans, ticker, ticker);
        reader.now(nowNs);
    }

    /** A query of these MBeans, without a collector, by the same clocks. */
    MBeanQuery family(String pattern) {
        return reader.family(pattern);
    }

    /** Adds an MBean, or changes its attributes; they come as names and values. */
    FakeServer bean(String name, Object... pairs) {
        Map<String, Object> values = attributes.computeIfAbsent(name, added -> new HashMap<>());
        for (int i = 0; i < pairs.length; i += 2) {
            values.put((String) pairs[i], pairs[i + 1]);
        }
        register(name, new FakeBean(values, operation -> {}));
        return this;
    }

    /** Adds an MBean without attributes whose operations do something. */
    FakeServer bean(String name, Consumer<String> operation) {
        register(name, new FakeBean(Map.of(), operation));
        return this;
    }

    private void register(String name, FakeBean bean) {
        try {
            ObjectName registered = new ObjectName(name);
            if (!beans.isRegistered(registered)) {
                beans.registerMBean(bean, registered);
            }
        } catch (JMException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    FakeServer remove(String name) {
        try {
            beans.unregisterMBean(new ObjectName(name));
        } catch (JMException e) {
            throw new IllegalArgumentException(name, e);
        }
        attributes.remove(name);
        return this;
    }

    /** Makes every query for names and every reading cost this much from now on. */
    FakeServer expensive(long newQueryNs) {
        queryNs = newQueryNs;
        return this;
    }

    FakeServer later(long seconds) {
        nowNs += seconds * 1_000_000_000L;
        reader.now(nowNs);
        return this;
    }

    /** Every pool as it was read last. */
    List<PoolReading> pools() {
        return collector.pools();
    }

    NodeSample sample() {
        NodeSample sample = new NodeSample();
        collector.collect(sample, nowNs);
        return sample;
    }

    /** A figure of a new sample; NaN when it is absent. */
    double figure(Metric metric) {
        return sample().value(metric);
    }

    String server() {
        sample();
        return collector.server();
    }

    /** A composite with one item, as GlassFish's figures are. */
    static Object composite(String item, Object value) {
        try {
            OpenType<?> type = value instanceof Double ? SimpleType.DOUBLE : SimpleType.LONG;
            Object stored = value instanceof Integer whole ? Long.valueOf(whole) : value;
            return new CompositeDataSupport(
                    new CompositeType(
                            "figure", "a figure", new String[] {item}, new String[] {item}, new OpenType<?>[] {type}),
                    Map.of(item, stored));
        } catch (JMException e) {
            throw new IllegalArgumentException(item, e);
        }
    }

    private static final class FakeBean implements DynamicMBean {

        private final Map<String, Object> values;
        private final Consumer<String> operation;

        FakeBean(Map<String, Object> values, Consumer<String> operation) {
            this.values = values;
            this.operation = operation;
        }

        @Override
        public Object getAttribute(String name) throws AttributeNotFoundException {
            Object value = values.get(name);
            if (value == null) {
                throw new AttributeNotFoundException(name);
            }
            if (value instanceof RuntimeException failure) {
                throw failure;
            }
            return value;
        }

        @Override
        public void setAttribute(Attribute attribute) {
            throw new UnsupportedOperationException("the agent changes nothing");
        }

        @Override
        public AttributeList getAttributes(String[] names) {
            throw new UnsupportedOperationException("the agent reads single attributes");
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            throw new UnsupportedOperationException("the agent changes nothing");
        }

        @Override
        public @Nullable Object invoke(String name, Object[] arguments, String[] types) {
            operation.accept(name);
            return null;
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            return new MBeanInfo(FakeBean.class.getName(), "fake", null, null, null, null);
        }
    }
}
