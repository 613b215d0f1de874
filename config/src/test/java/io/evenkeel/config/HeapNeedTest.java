// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import org.junit.jupiter.api.Test;

class HeapNeedTest {

    @Test
    void growsWithTheNodesAndTheFilesOfTheHistory() {
        assertThat(HeapNeed.megabytes(3, true)).isEqualTo(128);
        assertThat(HeapNeed.megabytes(96, true)).isEqualTo(128);
        assertThat(HeapNeed.megabytes(1_000, true)).isEqualTo(64 + 144 + 93);
        assertThat(HeapNeed.megabytes(1_000, false)).isEqualTo(64 + 93);
        assertThat(HeapNeed.megabytes(10_000, true)).isEqualTo(64 + 144 + 937);
    }

    @Test
    void saysWhatToStartWithWhenTheHeapIsTooSmall() throws SettingsException {
        StringBuilder yaml =
                new StringBuilder("listeners: [{address: h:1, cluster: a}]\nclusters:\n  a:\n    nodes:\n");
        for (int i = 0; i < 1_000; i++) {
            yaml.append("      - {name: n").append(i).append(", address: h:2}\n");
        }
        Settings settings = SettingsFile.of(yaml.toString(), "test.yaml").load();
        assertThat(HeapNeed.tooLittle(settings, 301L << 20)).isEmpty();
        // what Runtime.maxMemory() tells with -Xmx301m and the serial collector
        assertThat(HeapNeed.tooLittle(settings, 291L << 20)).isEmpty();
        assertThat(HeapNeed.tooLittle(settings, 124L << 20))
                .hasValue("the heap may be too small for this configuration: it has 124 MB of 301; start with"
                        + " EVENKEEL_JAVA_OPTS=-Xmx301m");
    }
}
