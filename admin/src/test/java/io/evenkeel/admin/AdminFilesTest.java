// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cluster key that a dispatcher has made for itself. */
class AdminFilesTest {

    private static final String KEY = "0123456789abcdef".repeat(4);

    @TempDir
    Path folder;

    private String kept(String content) throws IOException {
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Files.createDirectories(files.clusterKeyPath().getParent());
        Files.writeString(files.clusterKeyPath(), content);
        return files.clusterKey(() -> "made");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n"})
    void aKeyIsKept(String end) throws Exception {
        assertThat(kept(KEY + end)).isEqualTo(KEY);
    }

    @Test
    void aKeyThatSomebodyHasWrittenIsKept() throws Exception {
        assertThat(kept("a key of our own, which has 40 characters"))
                .isEqualTo("a key of our own, which has 40 characters");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 63})
    void aKeyThatWasCutIsNeitherUsedNorReplaced(int length) throws Exception {
        String cut = KEY.substring(0, length);

        assertThatThrownBy(() -> kept(cut))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shop.cluster.key has " + length + " hexadecimal digits of 64, so it was cut")
                .hasMessageContaining("put it back from a backup, or remove it");
        assertThat(AdminFiles.beside(folder.resolve("shop.yaml")).clusterKeyPath())
                .hasContent(cut);
    }

    @Test
    void aKeyThatCouldBeGuessedIsReplaced() throws Exception {
        assertThat(kept("")).isEqualTo("made");
        assertThat(kept("secret")).isEqualTo("made");
    }
}
