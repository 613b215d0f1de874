// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.config.cluster.QueueSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverloadSettingsTest {

    @TempDir
    private Path folder;

    private static String yaml(String cluster) {
        return """
            listeners: [{address: 127.0.0.1:9090, cluster: shop}]
            clusters:
              shop:
                nodes: [127.0.0.1:18080]
                %s
            """.formatted(cluster);
    }

    private static OverloadSettings overload(SettingsFile file) throws Exception {
        return file.load().clusters().values().iterator().next().overload();
    }

    @Test
    void nothingIsOnByDefault() throws Exception {
        OverloadSettings overload = overload(SettingsFile.of(yaml("queue: {size: 1}"), "a.yaml"));
        assertThat(overload).isEqualTo(OverloadSettings.NONE);
        assertThat(overload.isOff()).isTrue();
    }

    @Test
    void everyKeyIsRead() throws Exception {
        Files.writeString(folder.resolve("busy.html"), "<p>busy</p>");
        Path file = Files.writeString(folder.resolve("a.yaml"), yaml("""
                affinity: cookie
                    overload:
                      admit-sessions: true
                      classes:
                        - {name: gold, path: /shop, host: Shop.example.org, header: "X-Plan: gold", cookie: member=1,
                           session: running, network: [10.0.0.0/8], share: 30%, priority: 5}
                        - {name: rest}
                      patience-header: X-Patience-Ms
                      page: busy.html
                """.strip()));
        OverloadSettings overload = overload(SettingsFile.open(file));
        assertThat(overload.admitSessions()).isTrue();
        assertThat(overload.classNames()).containsExactly("other", "gold", "rest");
        QueueClass gold = overload.classes().get(0);
        assertThat(gold.host()).isEqualTo("shop.example.org");
        assertThat(gold.session()).isEqualTo(SessionKind.RUNNING);
        assertThat(gold.networks()).hasSize(1);
        assertThat(gold.share()).isEqualTo(0.3);
        assertThat(gold.priority()).isEqualTo(5);
        assertThat(overload.classes().get(1).share()).isZero();
        assertThat(overload.patienceHeader()).isEqualTo("x-patience-ms");
        assertThat(overload.page()).isEqualTo("<p>busy</p>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{admit-sessions: true} | without an affinity nothing tells a new session from a running one, so none can be admitted",
                "{classes: [{name: other}]} | 'other' means the requests that no class fits",
                "{classes: [{name: a}, {name: a}]} | two classes of this cluster are named 'a'",
                "{classes: [{name: a, share: 60%}, {name: b, share: 41%}]} | the shares of the classes are 101 % together",
                "{classes: [{name: a, header: 'X Plan'}]} | 'X Plan' is no header",
                "{classes: [{name: a, cookie: 'a=b;c'}]} | 'a=b;c' is no cookie",
                "{page: none.html} | page none.html: there is no such file"
            })
    void whatCannotWorkIsAnError(String overload, String message) {
        List<Problem> problems =
                SettingsFile.of(yaml("overload: " + overload), "a.yaml").check();
        assertThat(problems).extracting(Problem::message).contains(message);
    }

    @Test
    void aPageThatIsNotThereIsToldWhereItsPathBegins() {
        assertThat(SettingsFile.of(yaml("overload: {page: none.html}"), "a.yaml")
                        .check())
                .filteredOn(problem -> problem.message().contains("none.html"))
                .singleElement()
                .extracting(Problem::hint)
                .asString()
                .startsWith("paths begin in /");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes: [127.0.0.1:18080], overload: {admit-sessions: true} | true",
                "nodes: [127.0.0.1:18080] | false",
                "nodes: [{address: 127.0.0.1:18080, max-in-flight: 20}], overload: {admit-sessions: true} | false",
                "nodes: [127.0.0.1:18080], overload: {admit-sessions: true, learn-concurrency: true} | false",
                "nodes: [127.0.0.1:18080], agent: {}, overload: {admit-sessions: true} | false"
            })
    void anAdmissionThatCannotRefuseIsTold(String keys, boolean told) {
        String yaml = "listeners: [{address: 127.0.0.1:9090, cluster: shop}]\n" + "clusters: {shop: {affinity: cookie, "
                + keys + "}}\n";
        assertThat(SettingsFile.of(yaml, "a.yaml").check().stream()
                        .anyMatch(problem -> problem.message().startsWith("no session will be refused")))
                .isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                              | FIFO  | 5000
                    {timeout: 2s}                   | FIFO  | 2000
                    {discipline: fifo}              | FIFO  | 5000
                    {discipline: codel}             | CODEL | 600
                    {target: 300ms}                 | CODEL | 600
                    """)
    void runningSessionsWaitInOrderWhereNewOnesAreRefused(
            String queue, QueueSettings.Discipline discipline, long timeoutMs) throws Exception {
        QueueSettings settings = queue("affinity: cookie, overload: {admit-sessions: true}, queue: " + queue);
        assertThat(settings.discipline()).isEqualTo(discipline);
        assertThat(settings.timeout()).hasMillis(timeoutMs);
    }

    @Test
    void withoutAdmissionTheQueueHasItsUsualDefaults() throws Exception {
        assertThat(queue("affinity: cookie, overload: {admit-sessions: false}")).isEqualTo(QueueSettings.DEFAULTS);
    }

    @Test
    void theConfigurationInForceSaysWhichDefaultsAreMeant() throws Exception {
        String shown = SettingsFile.of(yaml("affinity: cookie\n    overload: {admit-sessions: true}"), "a.yaml")
                .show();
        assertThat(shown).containsPattern("timeout: 5s +# default").containsPattern("discipline: fifo +# default");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queue: {size: 1} | 200",
                "queue: {timeout: 300ms} | 200",
                "queue: {timeout: 10s} | 3333",
                "queue: {timeout: 10s, target: 50ms} | 50",
                "affinity: cookie, overload: {admit-sessions: true}, queue: {timeout: 9s, discipline: codel} | 3000"
            })
    void aQueueWithALongTimeoutDropsNoTaskBeforeTwoThirdsOfIt(String keys, long targetMs) throws Exception {
        assertThat(queue(keys).target()).isEqualTo(Duration.ofMillis(targetMs));
    }

    private static QueueSettings queue(String keys) throws Exception {
        String yaml = "listeners: [{address: 127.0.0.1:9090, cluster: shop}]\n"
                + "clusters: {shop: {nodes: [127.0.0.1:18080], " + keys + "}}\n";
        return Objects.requireNonNull(
                        SettingsFile.of(yaml, "a.yaml").load().clusters().get("shop"))
                .queue();
    }
}
