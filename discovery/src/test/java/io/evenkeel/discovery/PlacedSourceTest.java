// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.discovery.NameLookup;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Addresses for nodes that a source knows by name. */
final class PlacedSourceTest implements NodeSource, NameLookup {

    private final Map<String, List<InetAddress>> book = new HashMap<>();
    private final List<NodeSettings> nodes = new ArrayList<>();
    private final Map<String, CompletableFuture<Found>> slow = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final Map<Duration, List<CompletableFuture<Void>>> timers = new HashMap<>();
    private int opened;
    private PlacedSource source;

    @BeforeEach
    void open() {
        open(20);
    }

    private void open(int maxNodes) {
        source = new PlacedSource(
                this,
                maxNodes,
                () -> {
                    opened++;
                    return this;
                },
                time -> {
                    CompletableFuture<Void> timer = new CompletableFuture<>();
                    timers.computeIfAbsent(time, none -> new ArrayList<>()).add(timer);
                    return timer;
                });
    }

    private void isOver(Duration time) {
        timers.getOrDefault(time, List.of()).forEach(each -> each.complete(null));
    }

    /** The time is over for which nodes wait for others. */
    private void momentIsOver() {
        isOver(PlacedSource.SOON);
    }

    /** The time has come at which questions end without the answers that are missing. */
    private void patienceIsOver() {
        isOver(PlacedSource.LATEST);
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        return CompletableFuture.completedFuture(new SourceAnswer(nodes, Duration.ofSeconds(1), ""));
    }

    @Override
    public CompletableFuture<Found> ask(String host) {
        asked.add(host);
        if (slow.containsKey(host)) {
            return slow.get(host);
        }
        List<InetAddress> found = book.get(host);
        return found == null
                ? CompletableFuture.failedFuture(new UnknownHostException(host))
                : CompletableFuture.completedFuture(new Found(found, Duration.ofSeconds(1)));
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void close() {}

    private static NodeSettings node(String host) {
        return new NodeSettings(host, new HostPort(host, 80), 1, 9, 9);
    }

    private static InetAddress at(String address) throws UnknownHostException {
        return InetAddress.getByName(address);
    }

    @Test
    void namesGetAddressesAndKeepThemWhileTheyAreAmongTheAnswers() throws Exception {
        nodes.add(node("a.test"));
        nodes.add(node("lost.test"));
        nodes.add(node("10.0.0.9"));
        book.put("a.test", List.of(at("10.0.0.1"), at("10.0.0.2")));

        SourceAnswer first = source.ask().get();
        assertThat(first.nodes()).containsExactly(node("a.test").withAt(at("10.0.0.1")), node("10.0.0.9"));
        assertThat(first.remark()).isEqualTo("1 nodes left out, their names have no address");

        book.put("a.test", List.of(at("10.0.0.2"), at("10.0.0.1")));
        assertThat(source.ask().get().nodes()).contains(node("a.test").withAt(at("10.0.0.1")));
        book.remove("a.test");
        assertThat(source.ask().get().nodes()).contains(node("a.test").withAt(at("10.0.0.1")));
        book.put("a.test", List.of(at("10.0.0.3")));
        assertThat(source.ask().get().nodes()).contains(node("a.test").withAt(at("10.0.0.3")));
    }

    @Test
    void aNameWithoutAnAnswerHoldsUpOneQuestionAndIsNotAskedForTwice() throws Exception {
        nodes.add(node("a.test"));
        nodes.add(node("dead.test"));
        book.put("a.test", List.of(at("10.0.0.1")));
        slow.put("dead.test", new CompletableFuture<>());

        CompletableFuture<SourceAnswer> first = source.ask();
        assertThat(first).as("waits for it").isNotDone();
        patienceIsOver();
        assertThat(first).isCompleted();
        assertThat(first.get().nodes()).containsExactly(node("a.test").withAt(at("10.0.0.1")));
        assertThat(first.get().remark()).isEqualTo("1 nodes left out, their names have no address");

        book.put("a.test", List.of(at("10.0.0.2")));
        CompletableFuture<SourceAnswer> second = source.ask();
        assertThat(second).as("has waited for it before").isCompleted();
        assertThat(second.get().nodes()).containsExactly(node("a.test").withAt(at("10.0.0.2")));
        assertThat(asked).containsExactly("a.test", "dead.test", "a.test");

        slow.get("dead.test").complete(new Found(List.of(at("10.0.0.7")), Duration.ofSeconds(1)));
        assertThat(source.ask().get().nodes())
                .contains(node("dead.test").withAt(at("10.0.0.7")))
                .hasSize(2);
    }

    @Test
    void aNameWithoutAnAnswerKeepsTheAddressThatItHad() throws Exception {
        nodes.add(node("a.test"));
        book.put("a.test", List.of(at("10.0.0.1")));
        source.ask().get();
        slow.put("a.test", new CompletableFuture<>());

        CompletableFuture<SourceAnswer> late = source.ask();
        patienceIsOver();

        assertThat(late).isCompleted();
        assertThat(late.get().nodes()).containsExactly(node("a.test").withAt(at("10.0.0.1")));
        assertThat(late.get().remark()).isEmpty();
    }

    @Test
    void aDeadNameKeepsNoOtherNodeBack() throws Exception {
        nodes.add(node("a.test"));
        nodes.add(node("dead.test"));
        nodes.add(node("late.test"));
        book.put("a.test", List.of(at("10.0.0.1")));
        slow.put("dead.test", new CompletableFuture<>());
        slow.put("late.test", new CompletableFuture<>());

        CompletableFuture<SourceAnswer> first = source.ask();
        assertThat(first).as("all may come at once").isNotDone();
        momentIsOver();
        assertThat(first).as("who has an address is served").isCompleted();
        assertThat(first.get().nodes()).containsExactly(node("a.test").withAt(at("10.0.0.1")));
        assertThat(first.get().goodFor()).as("the rest comes soon").isZero();

        CompletableFuture<SourceAnswer> second = source.ask();
        assertThat(second).as("nothing is new").isNotDone();
        slow.get("late.test").complete(new Found(List.of(at("10.0.0.3")), Duration.ofSeconds(1)));
        assertThat(second).isCompleted();
        assertThat(second.get().nodes())
                .containsExactly(
                        node("a.test").withAt(at("10.0.0.1")), node("late.test").withAt(at("10.0.0.3")));

        CompletableFuture<SourceAnswer> third = source.ask();
        assertThat(third).isNotDone();
        patienceIsOver();
        assertThat(third).isCompleted();
        assertThat(third.get().nodes()).hasSize(2);
        assertThat(third.get().goodFor()).isEqualTo(Duration.ofSeconds(1));
        assertThat(third.get().remark()).isEqualTo("1 nodes left out, their names have no address");
        assertThat(asked).as("the source was asked once").hasSize(3);
    }

    @Test
    void aNodeAtAnAddressDoesNotWaitForNames() throws Exception {
        nodes.add(node("10.0.0.9"));
        nodes.add(node("dead.test"));
        slow.put("dead.test", new CompletableFuture<>());

        CompletableFuture<SourceAnswer> first = source.ask();
        momentIsOver();

        assertThat(first).isCompleted();
        assertThat(first.get().nodes()).containsExactly(node("10.0.0.9"));
    }

    @Test
    void anAnswerWaitsForItsFirstAddress() throws Exception {
        nodes.add(node("late.test"));
        nodes.add(node("dead.test"));
        slow.put("late.test", new CompletableFuture<>());
        slow.put("dead.test", new CompletableFuture<>());

        CompletableFuture<SourceAnswer> first = source.ask();
        momentIsOver();
        assertThat(first).as("no node is known").isNotDone();
        slow.get("late.test").complete(new Found(List.of(at("10.0.0.3")), Duration.ofSeconds(1)));

        assertThat(first).isCompleted();
        assertThat(first.get().nodes()).hasSize(1);
    }

    @Test
    void whatIsFoundBetweenTwoPartsIsToldAtOnce() throws Exception {
        nodes.add(node("10.0.0.9"));
        nodes.add(node("late.test"));
        slow.put("late.test", new CompletableFuture<>());
        source.ask();
        momentIsOver();
        slow.get("late.test").complete(new Found(List.of(at("10.0.0.3")), Duration.ofSeconds(1)));

        CompletableFuture<SourceAnswer> second = source.ask();
        assertThat(second).isCompleted();
        assertThat(second.get().nodes()).hasSize(2);
        assertThat(second.get().goodFor()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void namesThatWaitForTheirTurnComeBeforeThoseThatHadOne() throws Exception {
        for (int i = 10; i < 26; i++) {
            nodes.add(node("dead" + i + ".test"));
            slow.put("dead" + i + ".test", new CompletableFuture<>());
        }
        nodes.add(node("live.test"));
        book.put("live.test", List.of(at("10.0.0.1")));
        CompletableFuture<SourceAnswer> first = source.ask();
        assertThat(asked).hasSize(16).doesNotContain("live.test");
        patienceIsOver();
        assertThat(first).isCompleted();
        assertThat(first.get().nodes()).isEmpty();

        CompletableFuture<SourceAnswer> second = source.ask();
        assertThat(second).isCompleted();
        Objects.requireNonNull(slow.get("dead10.test")).completeExceptionally(new UnknownHostException("dead10.test"));

        assertThat(asked).hasSize(17).endsWith("live.test");
        CompletableFuture<SourceAnswer> third = source.ask();
        patienceIsOver();
        assertThat(third.get().nodes()).containsExactly(node("live.test").withAt(at("10.0.0.1")));
    }

    @Test
    void looksUpAsManyNamesAsNodesAreTakenAndNoMore() throws Exception {
        for (int i = 49; i > 9; i--) {
            nodes.add(node("n" + i + ".test"));
            book.put("n" + i + ".test", List.of(at("10.0.0." + i)));
        }

        SourceAnswer answer = source.ask().get();

        assertThat(asked).hasSize(20).contains("n10.test", "n29.test");
        assertThat(answer.nodes()).hasSize(20).contains(node("n29.test").withAt(at("10.0.0.29")));
        assertThat(answer.remark()).isEqualTo("20 nodes left out, above 'max-nodes'");
    }

    @Test
    void tenThousandNamesThatAreAnsweredAtOnceAreFound() throws Exception {
        open(10_000);
        for (int i = 0; i < 10_000; i++) {
            nodes.add(node("n" + i + ".test"));
            book.put("n" + i + ".test", List.of(at("10.0.0.1")));
        }

        assertThat(source.ask().get().nodes()).hasSize(10_000);
    }

    @Test
    void addressesAskNobody() throws Exception {
        nodes.add(node("10.0.0.9"));
        nodes.add(node("::1"));

        assertThat(source.ask().get().nodes()).isEqualTo(nodes);
        assertThat(opened).isZero();
    }
}
