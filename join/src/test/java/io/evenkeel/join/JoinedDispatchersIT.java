// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.join.group.CuttableGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real dispatchers, joined over loopback. */
@Timeout(240)
@Tag("thorough")
final class JoinedDispatchersIT {

    private static final long PARTITION_NS = 10_000_000_000L;

    private static CuttableGroup network(JoinStand stand, int member) {
        return Objects.requireNonNull(CuttableProvider.GROUPS.get(stand.address(member)));
    }

    private static void together(int count, Dispatcher... all) {
        for (Dispatcher each : all) {
            JoinStand.await(
                    () -> JoinStand.members(each).size() == count, count + " members, as " + JoinStand.members(each));
        }
    }

    @Test
    void aPolicyAvoidsTheNodeThatAnotherMemberLoads() throws Exception {
        try (JoinStand stand = new JoinStand(2, 3)) {
            Dispatcher a = stand.start(0, 1, JoinStand.KEY);
            Dispatcher b = stand.start(1, 2, JoinStand.KEY);
            Dispatcher c = stand.start(2, 2, JoinStand.KEY);
            together(3, a, b, c);
            stand.hold(a, 6);
            JoinStand.await(() -> JoinStand.others(b, "n0") == 6, "b knows of the tasks of a");
            JoinStand.await(() -> JoinStand.others(c, "n0") == 6, "c knows of the tasks of a");

            stand.hold(b, 4);

            assertThat(stand.held.get(0).get()).as("n0 has those of a alone").isEqualTo(6);
            assertThat(stand.held.get(1).get()).isEqualTo(4);
            JoinStand.await(() -> JoinStand.others(c, "n1") == 4, "c knows of the tasks of b");
            JoinView view = JoinStand.join(c);
            assertThat(view.listening()).isTrue();
            assertThat(view.members().get(0).self()).isTrue();
            JoinStand.await(
                    () -> JoinStand.join(c).members().stream()
                                    .mapToLong(JoinView.MemberView::inFlight)
                                    .sum()
                            == 10,
                    "c shows the figures of all");

            stand.letGo();
            JoinStand.await(() -> JoinStand.others(c, "n0") == 0, "the tasks have ended");
        }
    }

    /**
     * ReDAL with one slice for the whole test. B and C have three sessions of two requests each, all at n0: the second
     * of a session takes the reservation of the first back, so 2 * 6 have come and 2 * 3 are expected.
     */
    @Test
    void redalAvoidsTheNodeWhereOtherMembersHaveReserved() throws Exception {
        try (JoinStand stand = new JoinStand(2, 3)) {
            stand.policy = "{name: redal, slice: 10m}";
            stand.affinity = "    affinity: {mode: learned}\n";
            Dispatcher a = stand.start(0, 2, JoinStand.KEY);
            Dispatcher b = stand.start(1, 1, JoinStand.KEY);
            Dispatcher c = stand.start(2, 1, JoinStand.KEY);
            together(3, a, b, c);
            List<String> before = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                before.add(stand.node(a, "/", ""));
            }
            assertThat(before).as("nobody has told anything").containsOnly("0", "1");
            double own = JoinStand.score(a, "n0");
            for (int i = 0; i < 3; i++) {
                for (Dispatcher each : List.of(b, c)) {
                    String session = (each == b ? "b" : "c") + i;
                    stand.node(each, "/login?" + session, "");
                    assertThat(stand.node(each, "/", session)).isEqualTo("0");
                }
            }

            double all = own + 12 + 0.9 * 6;
            JoinStand.await(() -> Math.abs(JoinStand.score(a, "n0") - all) < 1e-6, "a knows of them");
            for (int i = 0; i < 8; i++) {
                assertThat(stand.node(a, "/", "")).as("a new session").isEqualTo("1");
            }

            b.close();
            double left = own + 6 + 0.9 * 3;
            JoinStand.await(() -> Math.abs(JoinStand.score(a, "n0") - left) < 1e-6, "those of c alone count");
            network(stand, 2).cut();
            JoinStand.await(() -> JoinStand.score(a, "n0") < left - 1, "a member that is late counts less");
            JoinStand.await(() -> JoinStand.score(a, "n0") == own, "and then no more");
            assertThat(stand.node(a, "/", "")).as("by its own view").isEqualTo("0");
        }
    }

    @Test
    void aDrainOnOneMemberIsOneOnAllAndOnThoseThatComeLater() throws Exception {
        try (JoinStand stand = new JoinStand(2, 3)) {
            Dispatcher a = stand.start(0, 2, JoinStand.KEY);
            Dispatcher b = stand.start(1, 2, JoinStand.KEY);
            together(2, a, b);

            a.control().want("shop", "n0", AdminState.DRAIN, "new kernel", "alice");
            a.control().weigh("shop", "n1", 3);

            JoinStand.await(() -> JoinStand.view(b, "n0").state() == NodeState.DRAIN, "n0 drains at b");
            JoinStand.await(() -> JoinStand.view(b, "n1").weight() == 3, "the weight is in force at b");
            assertThat(JoinStand.said(b)).anyMatch(line -> line.contains("shop/n0: drain, as alice told 127.0.0.1:"));

            Dispatcher c = stand.start(2, 2, JoinStand.KEY);
            assertThat(JoinStand.view(c, "n0").state())
                    .as("known before the first client")
                    .isEqualTo(NodeState.DRAIN);
            assertThat(JoinStand.view(c, "n1").weight()).isEqualTo(3);

            c.control().want("shop", "n0", AdminState.READY, null, "bob");
            JoinStand.await(() -> JoinStand.view(a, "n0").state() == NodeState.UP, "n0 is up at a");
            JoinStand.await(() -> JoinStand.view(b, "n0").state() == NodeState.UP, "n0 is up at b");
        }
    }

    @Test
    void aSessionIsFoundThroughAnyMemberAlsoOneThatComesLater() throws Exception {
        try (JoinStand stand = new JoinStand(3, 3)) {
            stand.affinity = "    affinity: {mode: learned}\n";
            Dispatcher a = stand.start(0, 3, JoinStand.KEY);
            Dispatcher b = stand.start(1, 3, JoinStand.KEY);
            together(2, a, b);
            List<String> nodes = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                nodes.add(stand.node(a, "/login?s" + i, ""));
            }
            assertThat(nodes).contains("0", "1", "2");
            long before = JoinStand.join(b).received();
            JoinStand.await(() -> JoinStand.join(b).received() >= before + 6, "a has told what was new");

            Dispatcher c = stand.start(2, 3, JoinStand.KEY);
            for (int i = 0; i < 9; i++) {
                String session = "s" + i;
                assertThat(stand.node(c, "/", session))
                        .as("by c, which came later")
                        .isEqualTo(nodes.get(i));
                assertThat(stand.node(b, "/", session)).as("by b").isEqualTo(nodes.get(i));
            }
            a.close();
            for (int i = 0; i < 9; i++) {
                assertThat(stand.node(b, "/", "s" + i)).as("a is gone").isEqualTo(nodes.get(i));
            }
        }
    }

    @Test
    void aCutIsOneAtAllAndADrainWaitsForAll() throws Exception {
        try (JoinStand stand = new JoinStand(1, 2)) {
            Dispatcher a = stand.start(0, 1, JoinStand.KEY);
            Dispatcher b = stand.start(1, 1, JoinStand.KEY);
            together(2, a, b);
            stand.hold(a, 2);
            stand.hold(b, 3);

            a.control().want("shop", "n0", AdminState.DRAIN, null, "alice");

            JoinStand.await(
                    () -> a.control().elsewhere("shop", "n0").equals(new Elsewhere(3, 0, 0, List.of())),
                    "a knows what b has there");
            a.control().want("shop", "n0", AdminState.MAINT, null, "alice");
            assertThat(a.control().cutAll("shop", "n0")).isEqualTo(new CutResult(5, List.of()));
            JoinStand.await(
                    () -> a.control().elsewhere("shop", "n0").equals(Elsewhere.NONE), "b has nothing there any more");
            assertThat(JoinStand.view(b, "n0").state()).isEqualTo(NodeState.MAINT);
        }
    }

    @Test
    void theWorkOfAMemberThatWasKilledCountsLessAndThenNoMore() throws Exception {
        try (JoinStand stand = new JoinStand(1, 2)) {
            Dispatcher a = stand.start(0, 1, JoinStand.KEY);
            Dispatcher b = stand.start(1, 1, JoinStand.KEY);
            together(2, a, b);
            stand.hold(a, 9);
            JoinStand.await(() -> JoinStand.others(b, "n0") == 9, "b knows of the tasks of a");

            network(stand, 0).cut();

            JoinStand.await(() -> JoinStand.others(b, "n0") < 9, "they count less");
            assertThat(JoinStand.others(b, "n0")).as("but not at once nothing").isPositive();
            a.close();
            JoinStand.await(() -> JoinStand.others(b, "n0") == 0, "they count no more");
            together(1, b);
            assertThat(JoinStand.said(b)).anyMatch(line -> line.contains(stand.address(0) + " has not been heard"));
            assertThat(stand.get(b)).isEqualTo(200);
        }
    }

    @Test
    void allReloadOrNobodyDoes(@TempDir Path folder) throws Exception {
        try (JoinStand stand = new JoinStand(2, 2)) {
            List<Path> files = List.of(folder.resolve("a.yaml"), folder.resolve("b.yaml"));
            Dispatcher a = stand.start(0, files.get(0));
            Dispatcher b = stand.start(1, files.get(1));
            together(2, a, b);
            Files.writeString(files.get(0), stand.text(0, 2, JoinStand.KEY));
            Files.writeString(files.get(1), stand.text(1, 2, JoinStand.KEY) + "nonsense: 1\n");

            ReloadResult refused = a.control().reloadAll();

            assertThat(refused.applied()).isFalse();
            assertThat(refused.problems()).singleElement().asString().contains(stand.address(1), "nonsense");
            assertThat(a.control().cluster("shop").nodes()).hasSize(1);

            Files.writeString(files.get(1), stand.text(1, 2, JoinStand.KEY));
            ReloadResult reloaded = a.control().reloadAll();

            assertThat(reloaded.problems()).isEmpty();
            assertThat(reloaded.changes())
                    .anyMatch(line -> line.startsWith(stand.address(0)))
                    .anyMatch(line -> line.startsWith(stand.address(1)));
            assertThat(a.control().cluster("shop").nodes()).hasSize(2);
            assertThat(b.control().cluster("shop").nodes()).hasSize(2);
        }
    }

    @Test
    void aMemberThatStopsSaysGoodbye() throws Exception {
        try (JoinStand stand = new JoinStand(1, 2)) {
            Dispatcher a = stand.start(0, 1, JoinStand.KEY);
            Dispatcher b = stand.start(1, 1, JoinStand.KEY);
            together(2, a, b);

            a.close();

            together(1, b);
            JoinStand.await(
                    () -> JoinStand.said(b).stream().anyMatch(line -> line.contains(stand.address(0) + " has left")),
                    "b heard that a left");
        }
    }

    @Test
    void aDispatcherWithAnotherKeyStaysAlone() throws Exception {
        try (JoinStand stand = new JoinStand(1, 3)) {
            Dispatcher a = stand.start(0, 1, JoinStand.KEY);
            Dispatcher b = stand.start(1, 1, JoinStand.KEY);
            together(2, a, b);

            Dispatcher stranger = stand.start(2, 1, JoinStand.KEY + "x");

            JoinStand.await(
                    () -> JoinStand.said(stranger).stream()
                            .anyMatch(line -> line.contains("is refused: the other end has another cluster key")),
                    "it says why it is alone");
            JoinStand.await(
                    () -> JoinStand.said(a).stream()
                            .anyMatch(line -> line.contains("has another cluster key, or is no dispatcher")),
                    "the others say it, too");
            assertThat(JoinStand.join(a).strangers()).as("it is counted").isPositive();
            together(1, stranger);
            assertThat(JoinStand.members(a)).hasSize(2);
            assertThat(stand.get(stranger)).as("it serves by its own view").isEqualTo(200);
        }
    }

    @Test
    void aPartitionFailsNoRequestAndHeals() throws Exception {
        try (JoinStand stand = new JoinStand(2, 2)) {
            Dispatcher a = stand.start(0, 2, JoinStand.KEY);
            Dispatcher b = stand.start(1, 2, JoinStand.KEY);
            together(2, a, b);
            AtomicBoolean goesOn = new AtomicBoolean(true);
            Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> {
                while (goesOn.get()) {
                    statuses.add(stand.status(a));
                    statuses.add(stand.status(b));
                }
            });

            network(stand, 0).cut();
            long cutNs = System.nanoTime();
            a.control().want("shop", "n0", AdminState.DRAIN, null, "alice");
            b.control().weigh("shop", "n1", 2);
            JoinStand.await(() -> System.nanoTime() - cutNs >= PARTITION_NS, "ten seconds have passed");
            assertThat(JoinStand.view(b, "n0").state()).as("b cannot know").isEqualTo(NodeState.UP);
            network(stand, 0).mend();

            JoinStand.await(() -> JoinStand.view(b, "n0").state() == NodeState.DRAIN, "b heard the order after all");
            JoinStand.await(() -> JoinStand.view(a, "n1").weight() == 2, "and a that of b");
            together(2, a, b);
            goesOn.set(false);
            load.join();
            assertThat(statuses).hasSizeGreaterThan(100).containsOnly(200);
        }
    }
}
