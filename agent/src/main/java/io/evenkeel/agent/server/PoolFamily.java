// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.management.ObjectName;

/** The JDBC pools of one make: which MBeans they are and which attributes say what. */
final class PoolFamily {

    private static final double MILLI_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LEAST_SPAN_NS = TimeUnit.SECONDS.toNanos(1);

    /** Hears of one pool. */
    interface PoolVisitor {

        /**
         * A pool as it is now.
         *
         * @param name name of its MBean
         * @param active connections in use
         * @param limit most connections; NaN for no limit
         * @param waiters threads that wait for one; NaN when the pool does not say
         */
        void pool(ObjectName name, double active, double limit, double waiters);
    }

    private final Beans beans;
    private final MBeanQuery pools;
    private final String activeAttribute;
    private final String limitAttribute;
    private String freeAttribute = "";
    private String waitAttribute = "";
    private String blockedAttribute = "";
    private String switchAttribute = "";
    private UnaryOperator<ObjectName> limitName = UnaryOperator.identity();
    private UnaryOperator<ObjectName> waitName = UnaryOperator.identity();
    private final Map<ObjectName, ObjectName> limitNames = new HashMap<>();
    private final Map<ObjectName, ObjectName> waitNames = new HashMap<>();
    private final Map<ObjectName, Blocked> blocked = new HashMap<>();

    /**
     * Pools without more than this.
     *
     * @param activeAttribute connections in use
     * @param limitAttribute most connections
     */
    PoolFamily(Beans beans, MBeanQuery pools, String activeAttribute, String limitAttribute) {
        this.beans = beans;
        this.pools = pools;
        this.activeAttribute = activeAttribute;
        this.limitAttribute = limitAttribute;
    }

    /** The attribute of the threads that wait. */
    PoolFamily waiting(String attribute) {
        waitAttribute = attribute;
        return this;
    }

    /**
     * The attribute of the milliseconds that all threads together have waited, counted when each has its connection.
     * Its growth in a time is the mean number of those that waited (Little's law), which is told for the last second.
     */
    PoolFamily blocked(String attribute) {
        blockedAttribute = attribute;
        return this;
    }

    /** The attribute of connections that are counted among the active but are idle. */
    PoolFamily without(String attribute) {
        freeAttribute = attribute;
        return this;
    }

    /** The attribute that is false when a pool does not count. */
    PoolFamily onlyIf(String attribute) {
        switchAttribute = attribute;
        return this;
    }

    /** The place of the limit, when it is another MBean than the pool. */
    PoolFamily limitAt(UnaryOperator<ObjectName> name) {
        limitName = name;
        return this;
    }

    /** The place of the threads that wait, when it is another MBean than the pool. */
    PoolFamily waitingAt(UnaryOperator<ObjectName> name) {
        waitName = name;
        return this;
    }

    /** Tells of each pool that says how many of its connections are in use. */
    void read(PoolVisitor visitor) {
        for (ObjectName pool : pools.names()) {
            if (!switchAttribute.isEmpty() && pools.value(pool, switchAttribute) == 0) {
                continue;
            }
            double used = pools.value(pool, activeAttribute);
            if (!freeAttribute.isEmpty()) {
                used = Math.max(0, used - pools.value(pool, freeAttribute));
            }
            if (!Double.isNaN(used)) {
                double limit = pools.value(limitNames.computeIfAbsent(pool, limitName), limitAttribute);
                visitor.pool(pool, used, limit > 0 && limit < Integer.MAX_VALUE ? limit : Double.NaN, waiters(pool));
            }
        }
        limitNames.keySet().retainAll(pools.names());
        waitNames.keySet().retainAll(pools.names());
        blocked.keySet().retainAll(pools.names());
    }

    private double waiters(ObjectName pool) {
        if (!waitAttribute.isEmpty()) {
            return pools.value(waitNames.computeIfAbsent(pool, waitName), waitAttribute);
        }
        return blockedAttribute.isEmpty()
                ? Double.NaN
                : blocked.computeIfAbsent(pool, added -> new Blocked())
                        .waiters(pools.value(pool, blockedAttribute), beans.nowNs());
    }

    /** The number of threads that waited, on average, over the last whole second or more. */
    private static final class Blocked {

        private double fromMs = Double.NaN;
        private long fromNs;
        private double waiters = Double.NaN;

        double waiters(double totalMs, long nowNs) {
            if (Double.isNaN(totalMs) || !(totalMs >= fromMs)) {
                waiters = Double.NaN;
            } else if (nowNs - fromNs < LEAST_SPAN_NS) {
                return waiters;
            } else {
                waiters = (totalMs - fromMs) * MILLI_NS / (nowNs - fromNs);
            }
            fromMs = totalMs;
            fromNs = nowNs;
            return waiters;
        }
    }
}
