// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.task.NotedTask;
import io.evenkeel.policy.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A task whose time, attempt and history a test sets by hand. */
public final class FakeTask extends NotedTask {

    public long nowNs;
    public int attempt;
    public long contentKey;
    public final List<Integer> triedSlots = new ArrayList<>();
    public final AtomicReference<@Nullable Node> granted = new AtomicReference<>();
    public final AtomicInteger drops = new AtomicInteger();
    public boolean tunnel;
    public long home;
    public boolean onlyHome;
    public int queueClass;
    public boolean beginsSession;
    public long idleNs = -1;
    public long askedNs;
    public @Nullable Application application;

    public FakeTask(long nowNs) {
        this.nowNs = nowNs;
        askedNs = nowNs;
    }

    /** A task of a class. */
    public FakeTask(long nowNs, int queueClass) {
        this(nowNs);
        this.queueClass = queueClass;
    }

    /** Assigns and ends a task at once on the node that the policy gives; returns that node. */
    public static Node run(Cluster cluster, long nowNs, Outcome outcome) {
        FakeTask task = new FakeTask(nowNs);
        Node node = cluster.node(cluster.assign(task));
        cluster.finish(task, node, outcome, 0);
        return node;
    }

    @Override
    public boolean tried(int slot) {
        return triedSlots.contains(slot);
    }

    @Override
    public void granted(Node node) {
        if (!granted.compareAndSet(null, node)) {
            throw new IllegalStateException("granted twice");
        }
    }

    @Override
    public void dropped() {
        drops.incrementAndGet();
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public long clientKey() {
        return 0;
    }

    @Override
    public long contentKey() {
        return contentKey;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public long home() {
        return home;
    }

    @Override
    public boolean onlyHome() {
        return onlyHome;
    }

    @Override
    public int queueClass() {
        return queueClass;
    }

    @Override
    public long askedNs() {
        return askedNs;
    }

    @Override
    public boolean beginsSession() {
        return beginsSession;
    }

    @Override
    public long idleNs() {
        return idleNs;
    }

    @Override
    public @Nullable Application application() {
        return application;
    }

    @Override
    public boolean isTunnel() {
        return tunnel;
    }

    @Override
    public boolean connection() {
        return tunnel;
    }

    @Override
    public boolean placesSession() {
        return false;
    }
}
