// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.control.ConfigVersion;
import io.evenkeel.dispatcher.control.UnknownNameException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionsTest {

    @TempDir
    Path folder;

    private Versions versions;

    @BeforeEach
    void open() {
        versions = Versions.beside(folder.resolve("shop.yaml"));
    }

    @Test
    void keepsTheTextToTheOctetAndWhoWhenWhy() throws Exception {
        String text = "# ä\r\nkey: value";
        String id = versions.keep(text, "ann", "new\nkernel", 1_700_000_000_000L);

        assertThat(versions.text(id)).isEqualTo(text);
        assertThat(versions.list())
                .containsExactly(new ConfigVersion("000001", 1_700_000_000_000L, "ann", "new kernel"));
        Path kept = folder.resolve(".evenkeel/shop.versions/000001.yaml");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");
    }

    @Test
    void keepsTheLastFiftyOnly() throws Exception {
        for (int i = 1; i <= Versions.MOST + 3; i++) {
            versions.keep("text " + i, "ann", "", i);
        }

        List<ConfigVersion> list = versions.list();
        assertThat(list).hasSize(Versions.MOST);
        assertThat(list.get(0).id()).isEqualTo("000053");
        assertThat(list.get(Versions.MOST - 1).id()).isEqualTo("000004");
        assertThat(versions.text("000053")).isEqualTo("text 53");
        try (var files = Files.list(folder.resolve(".evenkeel/shop.versions"))) {
            assertThat(files.count()).isEqualTo(2L * Versions.MOST);
        }
    }

    @Test
    void namesAVersionThatLostItsWordByTheTimeOfItsFile() throws Exception {
        String id = versions.keep("text", "ann", "why", 1);
        Files.delete(folder.resolve(".evenkeel/shop.versions/" + id + ".txt"));

        assertThat(versions.list().get(0).who()).isEmpty();
        assertThat(versions.list().get(0).atMs()).isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"000002", "../shop", "", "000001.yaml", "1"})
    void givesOutNothingElse(String id) throws Exception {
        versions.keep("text", "ann", "", 1);

        assertThatThrownBy(() -> versions.text(id))
                .isInstanceOf(UnknownNameException.class)
                .hasMessageContaining("no version '" + id + "'");
    }
}
