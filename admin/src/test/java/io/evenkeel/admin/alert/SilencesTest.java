// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.AlertSeverity;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alerts that a silence is about, and their life beyond the process. */
class SilencesTest {

    private static final Alert ALERT = new Alert(
            "node-out",
            AlertSeverity.WARNING,
            List.of("ops"),
            new Scope("shop", "rack1-vcn7"),
            1_000,
            2_000,
            0,
            Double.NaN,
            "shop/rack1-vcn7 is down");

    @TempDir
    Path folder;

    private static AlertSilence silence(
            @Nullable String rule, @Nullable String cluster, @Nullable String node, @Nullable AlertSeverity severity) {
        return new AlertSilence("1", rule, cluster, node, severity, 0, 10_000, "ann", "");
    }

    @ParameterizedTest
    @CsvSource({
        "node-out, , , , true",
        "node-*, , , , true",
        "heap, , , , false",
        ", shop, , , true",
        ", bank, , , false",
        ", , rack1-*, , true",
        ", , *7, , true",
        ", , rack*vcn*, , true",
        ", , rack2-*, , false",
        ", shop, *, WARNING, true",
        ", , , CRITICAL, false",
        "node-out, shop, rack1-vcn7, WARNING, true",
        "node-out, shop, rack1-vcn, WARNING, false",
    })
    void fits(
            @Nullable String rule,
            @Nullable String cluster,
            @Nullable String node,
            @Nullable AlertSeverity severity,
            boolean fits) {
        assertThat(silence(rule, cluster, node, severity).fits(ALERT)).isEqualTo(fits);
    }

    @Test
    void aNodesNameFitsNoClustersAlert() {
        Alert ofCluster = new Alert("r", AlertSeverity.WARNING, List.of(), new Scope("shop", null), 0, 0, 0, 1, "");

        assertThat(silence(null, null, "*", null).fits(ofCluster)).isFalse();
    }

    @Test
    void manyStarsTakeNoTime() {
        assertThat(AlertSilence.matches("*a".repeat(150) + "b", "a".repeat(300)))
                .isFalse();
    }

    @Test
    void endsInTime() {
        Silences silences = new Silences();
        silences.add(silence("node-out", null, null, null));

        assertThat(silences.of(ALERT)).isNotNull();
        assertThat(silences.expire(9_999)).isFalse();
        assertThat(silences.expire(10_000)).isTrue();
        assertThat(silences.of(ALERT)).isNull();
    }

    @Test
    void outliveTheProcess() {
        Path file = folder.resolve("shop.alerts.json");
        AlertState state = new AlertState(
                List.of(silence("node-*", "shop", null, AlertSeverity.CRITICAL)), List.of(ALERT), List.of(ALERT.id()));
        new AlertFile(file, new EventLog().admin()).write(state);

        assertThat(new AlertFile(file, new EventLog().admin()).read()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"silences\": [", "[[[]]]", "{\"firing\": [{\"rule\": \"r\", \"severity\": \"LOUD\"}]}", "''"})
    void aBrokenFileIsLeftOut(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("shop.alerts.json"), text);

        assertThat(new AlertFile(file, new EventLog().admin()).read()).isEqualTo(AlertState.NONE);
    }
}
