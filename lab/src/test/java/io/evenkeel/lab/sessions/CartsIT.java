// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.lab.server.AgentWay;
import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.server.NodePlan;
import io.evenkeel.lab.server.ServerFiles;
import io.evenkeel.lab.server.ServerFleet;
import io.evenkeel.lab.server.ServerType;
import io.evenkeel.lab.server.SessionReplication;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Carts in sessions on two Tomcats, with replication and without, under load. */
@Tag("slow")
@Timeout(240)
class CartsIT {

    private static final int SHOPPERS = 16;
    private static final NodeCapacity CAPACITY = new NodeCapacity(128, 24, 24, 2);
    private static final List<String> NAMES = List.of("n1", "n2");
    private static final long LONGEST_SECONDS = 60;

    private final ExecutorService threads = Executors.newFixedThreadPool(SHOPPERS);
    private final List<Shopper> shoppers = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(LONGEST_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void replicatedCartsSurviveEveryStop() throws Exception {
        try (ServerFleet fleet = fleet(SessionReplication.among(NAMES).properties(), true);
                StickyFront front = new StickyFront(folder, fleet.servers(), "jvm-route")) {
            AppServer first = fleet.servers().get(0);
            AppServer second = fleet.servers().get(1);
            come(front);
            List<String> homes = homes();
            assertThat(homes).contains("n1", "n2");

            front.want("n1", AdminState.DRAIN);
            awaitAnswers();
            assertThat(homes()).as("a draining node keeps its sessions").isEqualTo(homes);
            front.want("n1", AdminState.READY);
            front.reload();
            front.restart();
            awaitAnswers();
            assertThat(homes())
                    .as("after a restart of the dispatcher\n" + front.events())
                    .isEqualTo(homes);

            kill(first);
            awaitAnswers();
            assertThat(homes()).containsOnly("n2");
            int joined = joined(second);
            first.restart();
            await("n1 is up", () -> front.isUp("n1"));
            await("n2 sends its changes to n1 again", () -> joined(second) > joined);
            awaitAnswers();
            assertThat(homes()).as("the session has a new home").containsOnly("n2");
            kill(second);
            awaitAnswers();
            assertThat(homes()).containsOnly("n1");

            assertThat(shoppers).as(counts("with replication")).allMatch(shopper -> shopper.lostCarts() == 0);
            assertThat(front.brokenSessions()).as("as the dispatcher sees it").isZero();
            System.out.println(counts("with replication, two kills"));
        }
    }

    @Test
    void withoutReplicationTheCartsOfAKilledNodeAreLostAndNoOthers() throws Exception {
        try (ServerFleet fleet = fleet(Map.of(), false);
                StickyFront front = new StickyFront(folder, fleet.servers(), "jvm-route")) {
            come(front);
            front.want("n1", AdminState.DRAIN);
            awaitAnswers();
            front.want("n1", AdminState.READY);
            front.restart();
            awaitAnswers();
            assertThat(shoppers).as(counts("before the kill")).allMatch(shopper -> shopper.lostCarts() == 0);
            List<String> homes = homes();
            assertThat(homes).contains("n1", "n2");

            kill(fleet.servers().get(0));
            awaitAnswers();
            fleet.servers().get(0).restart();
            await("n1 is up", () -> front.isUp("n1"));
            awaitAnswers();

            assertThat(shoppers.stream().map(Shopper::lostCarts))
                    .as(counts("without replication"))
                    .isEqualTo(homes.stream()
                            .map(home -> home.equals("n1") ? 1 : 0)
                            .toList());
            assertThat(front.brokenSessions())
                    .as("as the dispatcher sees it")
                    .isEqualTo(homes.stream().filter("n1"::equals).count());
            System.out.println(counts("without replication, one node killed"));
        }
    }

    private ServerFleet fleet(Map<String, String> properties, boolean isDistributable) throws Exception {
        Path war = CartApplication.pack(folder.resolve("cart.war"), isDistributable);
        ServerFleet fleet = new ServerFleet(ServerFiles.find().withWar(war));
        try {
            fleet.start(
                    NAMES.stream()
                            .map(name -> new NodePlan(name, CAPACITY, ServerType.TOMCAT, AgentWay.NONE))
                            .toList(),
                    properties);
            return fleet;
        } catch (Exception e) {
            fleet.close();
            throw e;
        }
    }

    private void come(StickyFront front) throws InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        for (int i = 0; i < SHOPPERS; i++) {
            shoppers.add(new Shopper(client, front.application(), i));
        }
        shoppers.forEach(threads::execute);
        awaitAnswers();
    }

    private List<String> homes() {
        return shoppers.stream().map(Shopper::node).toList();
    }

    /** Waits until every shopper has had ten more answers. */
    private void awaitAnswers() throws InterruptedException {
        List<Integer> before = shoppers.stream().map(Shopper::answers).toList();
        for (int i = 0; i < SHOPPERS; i++) {
            Shopper shopper = shoppers.get(i);
            int until = before.get(i) + 10;
            await("ten more answers", () -> shopper.answers() >= until);
        }
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time: " + what).isLessThan(endNs);
            Thread.sleep(10);
        }
    }

    /**
     * The number of times that a server took another one for a member. One that returns has all sessions before it
     * serves, but some seconds pass before it gets their changes.
     */
    private static int joined(AppServer server) {
        return server.log().split("Replication member added", -1).length - 1;
    }

    /** Ends a server as a power failure does. */
    private static void kill(AppServer server) {
        server.handle().destroyForcibly();
        server.handle().onExit().join();
    }

    private String counts(String when) {
        return "%s: %d carts lost of %d, %d articles bought, %d requests failed"
                .formatted(
                        when,
                        shoppers.stream().mapToInt(Shopper::lostCarts).sum(),
                        SHOPPERS,
                        shoppers.stream().mapToInt(Shopper::answers).sum(),
                        shoppers.stream().mapToInt(Shopper::failures).sum());
    }
}
