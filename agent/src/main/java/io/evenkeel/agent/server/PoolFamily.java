// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.management.ObjectName;

/** The JDBC pools of one make: which MBeans they are and which attributes say what. What was read last stays until {@link #read}. */
final class PoolFamily {

    private final Family pools;
    private final String activeAttribute;
    private final String limitAttribute;
    private String freeAttribute = "";
    private String waitAttribute = "";
    private String switchAttribute = "";
    private UnaryOperator<ObjectName> limitName = UnaryOperator.identity();
    private final Map<ObjectName, ObjectName> limitNames = new HashMap<>();

    private double active;
    private double most;
    private double waiters;
    private double fullestShare;

    /**
     * Pools without more than this; an empty attribute is none.
     *
     * @param activeAttribute connections in use
     * @param limitAttribute most connections
     */
    PoolFamily(Family pools, String activeAttribute, String limitAttribute) {
        this.pools = pools;
        this.activeAttribute = activeAttribute;
        this.limitAttribute = limitAttribute;
    }

    /** The attribute of the threads that wait. */
    PoolFamily waiting(String attribute) {
        waitAttribute = attribute;
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

    /** Where the limit is, when it is another MBean than the pool. */
    PoolFamily limitAt(UnaryOperator<ObjectName> name) {
        limitName = name;
        return this;
    }

    void read() {
        active = Double.NaN;
        most = Double.NaN;
        waiters = waitAttribute.isEmpty() ? Double.NaN : pools.sum(waitAttribute);
        fullestShare = Double.NaN;
        if (activeAttribute.isEmpty()) {
            return;
        }
        boolean unlimited = false;
        for (ObjectName pool : pools.names()) {
            if (!switchAttribute.isEmpty() && pools.value(pool, switchAttribute) == 0) {
                continue;
            }
            double used = pools.value(pool, activeAttribute);
            if (!freeAttribute.isEmpty()) {
                used = Math.max(0, used - pools.value(pool, freeAttribute));
            }
            if (Double.isNaN(used)) {
                continue;
            }
            active = Double.isNaN(active) ? used : active + used;
            double limit = pools.value(limitNames.computeIfAbsent(pool, limitName), limitAttribute);
            if (limit > 0 && limit < Integer.MAX_VALUE) {
                most = Double.isNaN(most) ? limit : most + limit;
                double share = used / limit;
                fullestShare = share <= fullestShare ? fullestShare : share;
            } else {
                unlimited = true;
            }
        }
        if (unlimited) {
            most = Double.NaN;
        }
        limitNames.keySet().retainAll(pools.names());
    }

    /** True when there is a pool that says how many of its connections are in use. */
    boolean isThere() {
        return !Double.isNaN(active);
    }

    /** Connections in use; NaN when no pool is there. */
    double active() {
        return active;
    }

    /** Most connections; NaN when no pool is there, or one of them has no limit. */
    double most() {
        return most;
    }

    /** Threads that wait; NaN when no pool says so. */
    double waiters() {
        return waiters;
    }

    /** How much of its connections the fullest pool uses; NaN when no pool has a limit. */
    double fullestShare() {
        return fullestShare;
    }
}
