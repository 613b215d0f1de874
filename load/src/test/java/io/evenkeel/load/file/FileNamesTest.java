// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileNamesTest {

    @TempDir
    private Path folder;

    @Test
    void aNumberNamesFilesByNumbers() throws Exception {
        assertThat(FileNames.read("3", 1)).containsExactly("1", "2", "3");
    }

    @Test
    void aListKeepsItsOrder() throws Exception {
        Path list = Files.writeString(folder.resolve("list"), "/b.html\n\n# not this\na b.html\nd/ä\n");

        assertThat(FileNames.read(list.toString(), 1)).containsExactly("b.html", "a%20b.html", "d/%C3%A4");
    }

    @Test
    void aFolderIsShuffledByTheSeed() throws Exception {
        Files.createDirectory(folder.resolve("sub"));
        for (String name : new String[] {"a", "b", "c", "sub/d"}) {
            Files.writeString(folder.resolve(name), name);
        }

        assertThat(FileNames.read(folder.toString(), 1))
                .containsExactlyInAnyOrder("a", "b", "c", "sub/d")
                .isEqualTo(FileNames.read(folder.toString(), 1));
    }

    @Test
    void nothingToAskForIsAnError() {
        assertThatThrownBy(() -> FileNames.read(folder.toString(), 1)).hasMessageContaining("there is no file in");
        assertThatThrownBy(() -> FileNames.read("0", 1)).hasMessageContaining("1 to 1000000 files");
        assertThatThrownBy(() -> FileNames.read(folder + "/none", 1)).hasMessageContaining("cannot read");
    }
}
