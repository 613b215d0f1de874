// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapNeedTest {

    @Test
    void growsWithTheNodesAndTheFilesOfTheHistory() {
        assertThat(HeapNeed.megabytes(3, true, 0)).isEqualTo(128);
        assertThat(HeapNeed.megabytes(96, true, 0)).isEqualTo(128);
        assertThat(HeapNeed.megabytes(1_000, true, 0)).isEqualTo(64 + 144 + 93);
        assertThat(HeapNeed.megabytes(1_000, false, 0)).isEqualTo(64 + 93);
        assertThat(HeapNeed.megabytes(10_000, true, 0)).isEqualTo(64 + 144 + 937);
    }

    @Test
    void hasRoomForTheCheckOfTheGreatestHash(@TempDir Path folder) throws IOException, SettingsException {
        Files.writeString(folder.resolve("small"), "ann:$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHQ$AAAAAA\n");
        Files.writeString(folder.resolve("great"), """
                ann:$2b$10$abcdefghijklmnopqrstuuIPiNSdYbdh6IH3uSCD970KZA2VG5vl6
                bob:$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$AAAAAA
                """);
        StringBuilder yaml = new StringBuilder("listeners: [{address: h:1, routes: [{path: /a, cluster: a,"
                + " basic-auth: great}, {cluster: a}], basic-auth: small}]\nclusters:\n  a:\n    nodes:\n");
        for (int i = 0; i < 1_000; i++) {
            yaml.append("      - {name: n").append(i).append(", address: h:2}\n");
        }
        Settings settings = SettingsFile.open(Files.writeString(folder.resolve("a.yaml"), yaml))
                .load();

        assertThat(HeapNeed.megabytes(settings)).isEqualTo(64 + 144 + 93 + 20);
        assertThat(HeapNeed.megabytes(3, true, 20))
                .as("the least has room for it")
                .isEqualTo(128);
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
