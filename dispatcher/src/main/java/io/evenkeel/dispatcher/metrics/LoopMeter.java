// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The meter of one cluster on one event loop: totals for the cluster and for each node, made at the node's first
 * task.
 *
 * <p>The epoch of a slot changes when it gets a new tenant. The writer notices at the next task there and starts a
 * fresh totals; a reader passes over totals of another epoch. So no thread ever resets a value that another thread
 * writes.
 */
final class LoopMeter implements TaskMeter {

    private static final VarHandle TENANT = MethodHandles.arrayElementVarHandle(Tenant[].class);
    private static final VarHandle TENANTS;

    static {
        try {
            TENANTS = MethodHandles.lookup().findVarHandle(LoopMeter.class, "tenants", Tenant[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ClusterMeters owner;
    private final TaskTotals cluster = new TaskTotals(3);

    /** Tenants by slot; doubled when it is too short. */
    private @Nullable Tenant[] tenants = new Tenant[0];

    LoopMeter(ClusterMeters owner) {
        this.owner = owner;
    }

    /** The totals of the tenant of a slot during one epoch. */
    private record Tenant(int epoch, TaskTotals tally) {}

    @Override
    public void finished(
            int slot,
            int status,
            boolean failed,
            long wt1Ns,
            long wt2Ns,
            long ptNs,
            long totalNs,
            long bytesIn,
            long bytesOut) {
        boolean hadNode = slot >= 0;
        cluster.finished(hadNode, status, failed, wt1Ns, wt2Ns, ptNs, totalNs, bytesIn, bytesOut);
        if (hadNode) {
            node(slot).finished(true, status, failed, wt1Ns, wt2Ns, ptNs, totalNs, bytesIn, bytesOut);
        }
    }

    private TaskTotals node(int slot) {
        int epoch = owner.epochs().of(slot);
        Tenant tenant = slot < tenants.length ? tenants[slot] : null;
        if (tenant == null || tenant.epoch != epoch) {
            tenant = new Tenant(epoch, new TaskTotals(2));
            if (slot >= tenants.length) {
                TENANTS.setRelease(this, Arrays.copyOf(tenants, Math.max(2 * tenants.length, slot + 1)));
            }
            TENANT.setRelease(tenants, slot, tenant);
        }
        return tenant.tally;
    }

    /** Adds the cluster's totals on this loop to a reader's own totals. */
    void addClusterTo(TaskTotals sum) {
        sum.add(cluster);
    }

    /**
     * Adds the totals of the present tenant of a slot on this loop to a reader's own totals.
     *
     * @param before null for none yet
     * @return null when there was none and there is still nothing to add
     */
    @Nullable
    TaskTotals addNodeTo(int slot, @Nullable TaskTotals before) {
        @Nullable Tenant[] seen = (@Nullable Tenant[]) TENANTS.getAcquire(this);
        Tenant tenant = slot < seen.length ? (Tenant) TENANT.getAcquire(seen, slot) : null;
        if (tenant == null || tenant.epoch != owner.epochs().of(slot)) {
            return before;
        }
        TaskTotals sum = before == null ? new TaskTotals(2) : before;
        sum.add(tenant.tally);
        return sum;
    }
}
