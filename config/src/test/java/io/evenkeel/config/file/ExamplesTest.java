// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Settings;
import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.config.cluster.discover.SourceSettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.tls.AcmeSettings;
import io.evenkeel.config.tls.AcmeSettings.ExternalAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The example configurations that new users copy. */
class ExamplesTest {

    private static final Path EXAMPLES = Path.of("../examples/config");

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsValidAsItStands(Path example) throws Exception {
        SettingsFile file = SettingsFile.open(example);
        assertThat(file.load().listeners()).isNotEmpty();
        assertThat(file.warnings()).isEmpty();
    }

    private static String unmask(String shown, @Nullable String secret) {
        return secret == null ? shown : shown.replaceFirst("\"\\*{8}\"", secret);
    }

    private static String unmask(String shown, HeaderSettings headers) {
        String unmasked = shown;
        for (Map<String, String> fields : List.of(headers.requestSet(), headers.requestAdd())) {
            for (String value : fields.values()) {
                unmasked = unmask(unmasked, "'" + value + "'");
            }
        }
        return unmasked;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theEffectiveConfigurationReadsBackToTheSameSettings(Path example) throws Exception {
        SettingsFile file = SettingsFile.open(example);
        Settings settings = file.load();
        String shown = file.show();
        // A mask stands where each secret was; put them back, in the order of the file.
        String unmasked = shown;
        for (ListenerSettings listener : settings.listeners()) {
            for (RouteSettings route : listener.routes()) {
                unmasked = unmask(unmasked, route.rules().headers());
            }
            unmasked = unmask(unmasked, listener.tls() == null ? null : "change-me");
            unmasked = unmask(unmasked, listener.headers());
        }
        for (ClusterSettings cluster : settings.clusters().values()) {
            boolean hasConsul =
                    cluster.discover() != null && cluster.discover().source() instanceof SourceSettings.Consul;
            unmasked = unmask(unmasked, hasConsul ? "change-me" : null);
            AgentSettings agent = cluster.agent();
            if (agent != null) {
                unmasked = unmask(unmask(unmasked, agent.token()), agent.secret());
            }
            unmasked = unmask(unmasked, cluster.tls() == null ? null : "change-me");
            StoreSettings store = cluster.affinity().store();
            unmasked = unmask(unmasked, store == null ? null : store.password());
        }
        unmasked = unmask(
                unmask(unmasked, settings.clusterKey().key()),
                settings.clusterKey().old());
        AcmeSettings acme = settings.acme();
        ExternalAccount account = acme == null ? null : acme.account();
        unmasked = unmask(unmasked, account == null ? null : account.hmacKey());
        unmasked = unmask(unmasked, settings.admin().token());
        unmasked = unmask(unmasked, settings.admin().tls() == null ? null : "change-me");
        for (AlertReceiver receiver : settings.alerts().receivers()) {
            if (receiver instanceof AlertReceiver.Webhook webhook) {
                unmasked = unmasked.replace(
                        AlertReceiver.Webhook.shown(webhook.url()),
                        webhook.url().toString());
                unmasked = unmask(unmask(unmasked, webhook.token()), webhook.password());
            } else if (receiver instanceof AlertReceiver.Mail mail) {
                unmasked = unmask(unmasked, mail.password());
            } else if (receiver instanceof AlertReceiver.Command command) {
                for (String each : command.command()) {
                    unmasked = unmask(unmasked, each);
                }
            }
        }
        TelemetrySettings telemetry = settings.telemetry();
        Collection<String> headers =
                telemetry == null ? List.of() : telemetry.headers().values();
        for (String header : headers) {
            unmasked = unmask(unmasked, header);
        }
        String beside = EXAMPLES.resolve("shown.yaml").toString();

        assertThat(SettingsFile.of(unmasked, beside).load()).isEqualTo(settings);
        assertThat(SettingsFile.of(unmasked, beside).load()).hasToString(settings.toString());
    }

    @Test
    void theFirstConfigurationOfThePageIsTheMinimalExample() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/configuration.md"));
        String block = page.substring(page.indexOf("```yaml\n") + 8, page.indexOf("```\n", page.indexOf("```yaml\n")));
        assertThat(Files.readString(EXAMPLES.resolve("minimal.yaml"))).endsWith(block);
    }
}
