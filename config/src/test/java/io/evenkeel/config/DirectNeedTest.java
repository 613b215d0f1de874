// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectNeedTest {

    private static final long LAUNCHER = 512L << 20;

    private static Settings settings(String affinity) throws SettingsException {
        return SettingsFile.of(
                        "listeners: [{address: h:1, cluster: a}]\nclusters: {a: {affinity: " + affinity
                                + ", nodes: [h:2]}}\n",
                        "test.yaml")
                .load();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none                                  | 11
            cookie                                | 11
            learned                               | 47
            source-ip                             | 58
            {mode: learned, entries: 100000}      | 6
            {mode: learned, entries: 100000000}   | 4579
            """)
    void followsTheBoundsOfTheTables(String affinity, int megabytes) throws SettingsException {
        assertThat(DirectNeed.sessionMegabytes(settings(affinity))).isEqualTo(megabytes);
    }

    @Test
    void saysWhatToStartWithWhenItIsTooSmall() throws SettingsException {
        assertThat(DirectNeed.tooLittle(settings("learned"), LAUNCHER)).isEmpty();
        assertThat(DirectNeed.tooLittle(settings("{mode: learned, entries: 10000000}"), LAUNCHER))
                .hasValue("the sessions of this configuration may take 459 MB outside the heap, which has 512 MB there"
                        + " for them and for all traffic; start with"
                        + " EVENKEEL_JAVA_OPTS=-XX:MaxDirectMemorySize=715m, or lower 'entries' of affinity");
    }
}
