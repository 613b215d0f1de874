// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {

    @TempDir
    private Path folder;

    @Test
    void textIsReadAsItIs() throws IOException {
        Path file = folder.resolve("text");
        String text = "grün ± 𝄞\r\n\0\uFEFFend";
        Files.writeString(file, text);
        assertThat(TextFile.read(file)).isEqualTo(text);
        Files.write(file, new byte[0]);
        assertThat(TextFile.read(file)).isEmpty();
    }

    @Test
    void anotherEncodingIsSaidWithItsPlace() throws IOException {
        Path file = folder.resolve("latin");
        Files.write(file, "name: a\nwhat: a caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> TextFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("line 2, column 12 is not UTF-8, which begins with the byte 0xE9; save the file as UTF-8");
    }

    /**
     * A column is a character that people see, however many octets and chars it has; half of one at the end is not text
     * either.
     */
    @Test
    void columnsAreCharacters() throws IOException {
        Path file = folder.resolve("cut");
        byte[] whole = "ü𝄞€".getBytes(StandardCharsets.UTF_8);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertThatThrownBy(() -> TextFile.read(file)).hasMessageStartingWith("line 1, column 3 is not UTF-8");
    }

    @Test
    void whatCannotBeReadOrWrittenIsSaidInWords() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> TextFile.read(missing)).hasMessage("there is no such file");
        assertThatThrownBy(() -> TextFile.read(folder)).hasMessageContaining("directory");
        assertThat(FileTrouble.writing(new NotDirectoryException("/dev/null"))).isEqualTo("a file is in its place");
    }
}
