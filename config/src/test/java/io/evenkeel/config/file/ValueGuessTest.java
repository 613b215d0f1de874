// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values without their unit, or with one that is spelt in another way: the message guesses what was meant. */
class ValueGuessTest {

    @TempDir
    Path folder;

    private List<String> problems(String listener, String cluster, String more) throws Exception {
        String text = """
                listeners: [{address: "127.0.0.1:9090", cluster: shop%s}]
                clusters: {shop: {nodes: ["127.0.0.1:18080"]%s}}
                %s
                """.formatted(listener, cluster, more);
        return SettingsFile.open(Files.writeString(folder.resolve("shop.yaml"), text)).check().stream()
                .map(Problem::render)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "600, 600s",
        "30 secs, 30s",
        "30sec, 30s",
        "2 minutes, 2m",
        "250 ms, 250ms",
        "250 msec, 250ms",
        "1 hour, 1h",
        "1.5 S, 1.5s"
    })
    void aTime(String written, String meant) throws Exception {
        assertThat(problems("", ", queue: {timeout: " + written + "}", ""))
                .singleElement()
                .asString()
                .contains("'timeout' must be a time above 0", "^ did you mean '" + meant + "'?");
    }

    @ParameterizedTest
    @CsvSource({"64, 64MB", "64 MB, 64MB", "64M, 64MB", "64mb, 64MB", "1 g, 1GB", "4000 kb, 4000kB"})
    void aSizeOfOneMegabyteAtLeast(String written, String meant) throws Exception {
        assertThat(problems("", "", "cache: {memory: " + written + "}"))
                .singleElement()
                .asString()
                .contains("'memory' must be a size of at least 1MB, such as 1MB, 64MB or 1GB")
                .contains("^ did you mean '" + meant + "'?");
    }

    @Test
    void aSizeNamesItsBoundsAsOneWritesThem() throws Exception {
        assertThat(problems(", limits: {head: 8}", "", ""))
                .singleElement()
                .asString()
                .contains("'head' must be a size of at least 256, such as 512, 64kB or 1MB", "did you mean '8kB'?");
        assertThat(problems(", limits: {head: 1GB}", "", ""))
                .singleElement()
                .asString()
                .contains("'head': '1GB' is out of range; use 256 to 16MB");
        assertThat(problems("", "", "cache: {memory: 64kB}"))
                .singleElement()
                .asString()
                .contains("'memory': '64kB' is out of range; use 1MB to 1024GB");
    }

    @ParameterizedTest
    @CsvSource({"40, 40%", "40 %, 40%", "40 percent, 40%"})
    void aShare(String written, String meant) throws Exception {
        assertThat(problems("", ", overload: {classes: [{name: a, path: /a, share: " + written + "}]}", ""))
                .singleElement()
                .asString()
                .contains("'share' must be a share such as 20% or 0.2", "^ did you mean '" + meant + "'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "5 parsecs", "0"})
    void nothingIsGuessedWhereNothingFits(String written) throws Exception {
        assertThat(problems("", ", queue: {timeout: " + written + "}", ""))
                .singleElement()
                .asString()
                .contains("'timeout' must be a time above 0")
                .doesNotContain("did you mean");
    }
}
