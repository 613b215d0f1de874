// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldFilesTest {

    @TempDir
    Path folder;

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void triesThatFailMakeRoomOnce() throws IOException {
        write("web.log.1", "one");
        write("web.log.2.gz", "two");
        write("web.log.3.gz", "three");
        OldFiles old = new OldFiles(folder.resolve("web.log"), 3);
        for (int n = 0; n < 3; n++) {
            assertThatThrownBy(old::shift).as("without a log").isInstanceOf(NoSuchFileException.class);
        }
        assertThat(text("web.log.2")).isEqualTo("one");
        assertThat(text("web.log.3.gz")).isEqualTo("two");
    }

    @Test
    void removesWhatIsBeyondANumberThatBecameSmaller() throws IOException {
        write("web.log", "new");
        for (int number = 1; number <= 4; number++) {
            write("web.log." + number, "old " + number);
        }
        new OldFiles(folder.resolve("web.log"), 2).shift();
        assertThat(folder).isDirectoryNotContaining("glob:**web.log.{3,4}");
        assertThat(text("web.log.1")).isEqualTo("new");
        assertThat(text("web.log.2")).isEqualTo("old 1");
    }
}
