// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.lock.LockTimeouts;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.Assignment;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.policy.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@SuppressWarnings("ThreadPriorityCheck") // yields make the threads meet on few cores
class GateTest {

    private static void race(int threads, Runnable work) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                try {
                    go.await();
                    work.run();
                } catch (Throwable t) {
                    failure.compareAndSet(null, t);
                }
            });
            thread.start();
            running.add(thread);
        }
        go.countDown();
        for (Thread thread : running) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
    }

    @Test
    void letsOneThreadInAtATime() throws InterruptedException {
        Gate gate = new Gate("shop", () -> "headroom", new EventLog().cluster());
        long[] plain = new long[1];
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        race(8, () -> {
            for (int i = 0; i < 50_000; i++) {
                gate.enter();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                plain[0]++;
                inside.decrementAndGet();
                gate.exit();
            }
        });
        assertThat(plain[0]).as("increments that survived").isEqualTo(8 * 50_000);
        assertThat(most.get()).as("threads inside together").isEqualTo(1);
    }

    @Test
    void neverOverrunsALimitNorLosesATaskUnderContention() throws InterruptedException {
        contend(4_000);
    }

    @Tag("slow")
    @Test
    void neverOverrunsALimitNorLosesATaskUnderLongContention() throws InterruptedException {
        contend(20_000);
    }

    private static void contend(int each) throws InterruptedException {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 2));
        fixture.nodes.add(ClusterFixture.node("b", 3));
        fixture.queue = new QueueSettings(3, Duration.ofSeconds(1));
        Cluster cluster = fixture.create(0);
        AtomicInteger[] running = {new AtomicInteger(), new AtomicInteger()};
        AtomicInteger[] most = {new AtomicInteger(), new AtomicInteger()};
        AtomicInteger served = new AtomicInteger();
        AtomicInteger queued = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        int threads = 8;

        race(threads, () -> {
            for (int i = 0; i < each; i++) {
                FakeTask task = new FakeTask(System.nanoTime());
                int slot = cluster.assign(task);
                Node node;
                if (slot == Assignment.QUEUE_FULL) {
                    refused.incrementAndGet();
                    continue;
                }
                if (slot == Assignment.QUEUED) {
                    queued.incrementAndGet();
                    while (task.granted.get() == null) {
                        Thread.onSpinWait();
                        Thread.yield();
                    }
                    node = task.granted.get();
                } else {
                    node = cluster.node(slot);
                }
                int s = node.slot();
                most[s].accumulateAndGet(running[s].incrementAndGet(), Math::max);
                if (i % 7 == 0) {
                    Thread.yield();
                }
                running[s].decrementAndGet();
                served.incrementAndGet();
                cluster.finish(task, node, Outcome.SUCCEEDED, 0);
            }
        });

        assertThat(served.get() + refused.get()).isEqualTo(threads * each);
        assertThat(queued.get()).as("tasks that met a full cluster").isPositive();
        assertThat(most[0].get()).isLessThanOrEqualTo(2);
        assertThat(most[1].get()).isLessThanOrEqualTo(3);
        assertThat(cluster.counts().waiting()).isZero();
        for (Node node : cluster.nodes()) {
            assertThat(cluster.table().counts(node).inFlight()).as(node.name()).isZero();
        }
        long started = cluster.nodes().stream()
                .mapToLong(node -> cluster.table().counts(node).started())
                .sum();
        assertThat(started).isEqualTo(served.get());
        assertThat(cluster.nodes().stream()
                        .mapToLong(node -> cluster.table().counts(node).succeeded())
                        .sum())
                .isEqualTo(served.get());
    }

    @Test
    void grantsOrCancelsButNeverBoth() throws InterruptedException {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 1));
        Cluster cluster = fixture.create(0);
        AtomicInteger granted = new AtomicInteger();
        AtomicInteger cancelled = new AtomicInteger();
        AtomicInteger both = new AtomicInteger();
        race(4, () -> {
            for (int i = 0; i < 20_000; i++) {
                FakeTask task = new FakeTask(System.nanoTime());
                int slot = cluster.assign(task);
                if (slot >= 0) {
                    cluster.finish(task, cluster.node(slot), Outcome.SUCCEEDED, 0);
                } else if (slot == Assignment.QUEUED) {
                    if (cluster.cancel(task)) {
                        cancelled.incrementAndGet();
                        both.addAndGet(task.granted.get() == null ? 0 : 1);
                    } else {
                        while (task.granted.get() == null) {
                            Thread.yield();
                        }
                        granted.incrementAndGet();
                        cluster.finish(task, task.granted.get(), Outcome.SUCCEEDED, 0);
                    }
                }
            }
        });
        assertThat(both).as("tasks granted and cancelled").hasValue(0);
        assertThat(cluster.counts().waiting()).isZero();
        assertThat(cluster.table().counts(ClusterFixture.named(cluster, "a")).inFlight())
                .as("in flight after %s grants and %s cancels", granted, cancelled)
                .isZero();
    }

    @Test
    void whoOnlyLooksGivesUpAndIsLetInAgainLater() {
        Gate gate = new Gate("shop", () -> "headroom", new EventLog().cluster());
        gate.enter();
        assertThat(gate.mayEnter()).isFalse();
        assertThat(gate.hangs()).isTrue();
        gate.exit();
        assertThat(gate.mayEnter()).isTrue();
        assertThat(gate.hangs()).isFalse();
        gate.exit();
    }

    @Test
    void whoMustEnterGivesUpWithTheReasonUnlessItIsAnEventLoop() throws InterruptedException {
        Gate gate = new Gate("shop", () -> "headroom", new EventLog().cluster());
        gate.enter();
        CountDownLatch entered = new CountDownLatch(1);
        Thread loop = new Thread(() -> {
            LockTimeouts.waitForever();
            gate.enter();
            entered.countDown();
        });
        loop.start();
        assertThatThrownBy(gate::enter)
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("the policy headroom of cluster shop hangs");
        assertThat(entered.getCount()).as("the loop waits on").isEqualTo(1);
        gate.exit();
        entered.await();
        loop.join();
    }
}
