// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.alert.AlertScope;
import io.evenkeel.config.alert.AlertSettings;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.config.alert.BuiltInRules;
import io.evenkeel.config.alert.WatchedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section of alerts. */
class AlertKeysTest {

    private static final String TEXT = """
            listeners: [{address: "127.0.0.1:9090", cluster: shop}]
            clusters: {shop: {nodes: ["127.0.0.1:18080"]}}
            admin: 127.0.0.1:8111
            """;

    @TempDir
    Path folder;

    private static AlertSettings alerts(String section) throws SettingsException {
        return SettingsFile.of(TEXT + section, "test").load().alerts();
    }

    private static AlertRule rule(String when) throws SettingsException {
        return alerts("alerts: {built-in: false, rules: [{name: r, when: {" + when + "}}]}\n")
                .rules()
                .get(0);
    }

    private static List<String> problems(String section) {
        return SettingsFile.of(TEXT + section, "test").check().stream()
                .map(problem -> problem.message() + (problem.hint() == null ? "" : " | " + problem.hint()))
                .toList();
    }

    @Test
    void oneLinePutsTheBuiltInRulesInForce() throws SettingsException {
        assertThat(alerts("alerts: true\n").rules()).isEqualTo(BuiltInRules.all());
        assertThat(alerts("alerts: off\n")).isEqualTo(AlertSettings.OFF);
        assertThat(alerts("")).isEqualTo(AlertSettings.OFF);
        assertThat(problems("alerts: true\n")).isEmpty();
    }

    @Test
    void aRuleOfTheFileReplacesABuiltInOneOfItsName() throws SettingsException {
        List<AlertRule> rules = alerts("""
                alerts: {rules: [{name: node-out, when: {state: down}, for: 1m, severity: critical}]}
                """).rules();

        assertThat(rules).hasSameSizeAs(BuiltInRules.all());
        assertThat(rules.get(0).name()).isEqualTo("node-out");
        assertThat(rules.get(0).hold()).isEqualTo(Duration.ofMinutes(1));
        assertThat(rules.get(0).severity()).isEqualTo(AlertSeverity.CRITICAL);
        assertThat(rules.get(0).when().states()).containsExactly(WatchedState.DOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "figure: JVM_HEAP_LIVE%, above: 90%, clear: 80%    | NODE       | 90    | 80",
                "figure: JVM_HEAP_LIVE%, above: 90                 | NODE       | 90    | 90",
                "figure: TD_P99_RSPS_TIME, of: cluster, above: 2s  | CLUSTER    | 2000  | 2000",
                "figure: TD_CERT_LEFT, below: 14d, clear: 15d      | DISPATCHER | 14    | 15",
                "figure: TD_DISK_FREE, below: 2GB                  | DISPATCHER | 2048  | 2048",
                "figure: TD_QUEUE, above: 10, clear: 1             | CLUSTER    | 10    | 1",
            })
    void bindsLimitsInTheFiguresUnit(String when, AlertScope scope, double limit, double clear)
            throws SettingsException {
        AlertCondition condition = rule(when).when();

        assertThat(condition.scope()).isEqualTo(scope);
        assertThat(condition.limit()).isEqualTo(limit);
        assertThat(condition.clear()).isEqualTo(clear);
        assertThat(condition.view()).isEqualTo(AlertCondition.View.VALUE);
    }

    @Test
    void bindsForecastsAndPlaces() throws SettingsException {
        AlertCondition when =
                rule("figure: JVM_HEAP_LIVE%, as: forecast, over: 30m, within: 2h, above: 95%, cluster: shop, node: vcn1")
                        .when();

        assertThat(when.view()).isEqualTo(AlertCondition.View.FORECAST);
        assertThat(when.over()).isEqualTo(Duration.ofMinutes(30));
        assertThat(when.within()).isEqualTo(Duration.ofHours(2));
        assertThat(when.cluster()).isEqualTo("shop");
        assertThat(when.node()).isEqualTo("vcn1");
    }

    @Test
    void bindsReceivers() throws SettingsException {
        AlertSettings alerts = alerts("""
                alerts:
                  group: 10s
                  repeat: never
                  receivers:
                    - {name: ops, webhook: "https://alerts.example.org/hook"}
                    - {name: mail, mail: {server: "127.0.0.1:25", security: none, from: lb@example.org, to: ops@example.org}}
                    - {name: pager, command: [/usr/local/bin/page, --loud], timeout: 3s, resolved: false}
                """);

        assertThat(alerts.receivers()).extracting(AlertReceiver::name).containsExactly("ops", "mail", "pager");
        assertThat(alerts.receivers().get(2))
                .isEqualTo(new AlertReceiver.Command(
                        "pager", false, List.of("/usr/local/bin/page", "--loud"), Duration.ofSeconds(3)));
        assertThat(alerts.group()).isEqualTo(Duration.ofSeconds(10));
        assertThat(alerts.repeat()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "figure: JVM_HEAP_LIV%, above: 90%             | there is no figure 'JVM_HEAP_LIV%' | did you mean 'JVM_HEAP_LIVE%'?",
                "figure: TD_QUEUE, of: node, above: 1          | a node has no TD_QUEUE             | write of: cluster",
                "figure: TD_QUEUE, above: 90%                  | 'above' is no value of TD_QUEUE    | which is a plain number",
                "figure: JVM_HEAP_LIVE%, above: 80%, clear: 90% | an alert would end where it begins | give less than 'above'",
                "figure: JVM_HEAP_LIVE%                        | exactly one of 'above', 'below'    | add one of them",
                "figure: JVM_HEAP_LIVE%, above: 1, below: 2    | exactly one of 'above', 'below'    | make a rule of each",
                "state: down, above: 3                         | 'above' is for a figure            | about a state",
                "state: without-nodes, of: node                | a node is never without-nodes      | of: cluster",
                "state: [down, without-nodes]                  | is never                           | make a rule of its own",
                "of: node                                      | either a 'figure' or a 'state'     | JVM_HEAP_LIVE%",
                "state: down, cluster: shob                    | there is no cluster 'shob'         | did you mean 'shop'?",
                "'figure: JVM_HEAP_LIVE%, as: rate, over: 1s, above: 1' | growth cannot be seen   | write over: 10s or more",
            })
    void saysWhatIsWrongWithACondition(String when, String message, String hint) {
        assertThat(problems("alerts: {rules: [{name: r, when: {" + when.replace("'", "") + "}}]}\n"))
                .anySatisfy(problem -> assertThat(problem).contains(message).contains(hint));
    }

    @Test
    void namesPlaceAndRemedyOfAnUnknownFigure() {
        Problem problem = SettingsFile.of(TEXT + """
                alerts:
                  rules:
                    - name: heap
                      when: {figure: OS_CPU_USD%, above: 90%}
                """, "test").check().get(0);

        assertThat(problem.line()).isEqualTo(7);
        assertThat(problem.hint()).isEqualTo("did you mean 'OS_CPU_USED%'?");
    }

    @Test
    void wantsReceiversThatAre() {
        assertThat(problems("""
                alerts:
                  receivers: [{name: ops, webhook: "https://a.example.org/"}, {name: ops, command: [x]}, {name: none}]
                  rules: [{name: r, when: {state: down}, to: [opps]}, {name: r, when: {state: down}}]
                """))
                .contains(
                        "there is no receiver 'opps' | did you mean 'ops'?",
                        "there are two receivers 'ops' | rename one",
                        "there are two rules 'r' | rename one",
                        "a receiver has exactly one of 'webhook', 'mail' and 'command' | add one of them");
    }

    @Test
    void warnsOfSecretsOnAnOpenWay() {
        assertThat(problems("""
                alerts: {receivers: [{name: ops, webhook: {url: "http://alerts.example.org/", token: sesame}}]}
                """))
                .containsExactly("a secret goes over http, where everybody on the way reads it | use https");
    }

    @Test
    void warnsWithoutAnAdminServer() {
        assertThat(SettingsFile.of(TEXT.replace("127.0.0.1:8111", "off") + "alerts: true\n", "test")
                        .check())
                .extracting(Problem::message)
                .containsExactly("'alerts' does nothing without the admin server");
    }

    @Test
    void theConsoleAddsNoProgram() throws Exception {
        String own = TEXT + "alerts: {receivers: [{name: pager, command: [/bin/page, -v]}]}\n";
        SettingsFile file = SettingsFile.open(write(own));
        file.load();

        assertThat(file.check(own)).isEmpty();
        assertThat(file.check(own.replace("pager", "other"))).as("moved").isEmpty();
        assertThat(file.check(own.replace("-v", "-q")))
                .extracting(Problem::message)
                .containsExactly(
                        "'command' may not be changed from the console, because it is a program that runs on the host");
        assertThat(file.check(own.replace("[/bin/page, -v]", "[/bin/sh, -c, id]")))
                .hasSize(1);
        assertThat(file.check(TEXT)).as("taken away").isEmpty();
    }

    @Test
    void theConsoleNamesNoFileElsewhere() throws Exception {
        SettingsFile file = SettingsFile.open(write(TEXT));
        file.load();

        assertThat(file.check(TEXT + """
                alerts: {receivers: [{name: ops, webhook: {url: "https://a.example.org/", ca: /etc/hostname}}]}
                """))
                .extracting(Problem::message)
                .allSatisfy(
                        message -> assertThat(message).startsWith("'ca' may not be changed to this from the console"));
    }

    @Test
    void neverShowsSecrets() throws Exception {
        String shown = SettingsFile.of(TEXT + """
                alerts:
                  receivers:
                    - {name: a, webhook: {url: "https://a.example.org/", token: hush-token}}
                    - {name: b, mail: {server: "m:25", from: a@b, to: c@d, user: u, password: hush-password}}
                """, "test").show();

        assertThat(shown).contains("https://a.example.org/").doesNotContain("hush");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("shop.yaml"), text);
    }
}
