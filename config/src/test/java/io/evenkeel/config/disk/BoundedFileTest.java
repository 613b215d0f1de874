// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BoundedFileTest {

    private static final int MB = 1 << 20;

    @TempDir
    Path folder;

    private Path sized(long octets) throws IOException {
        Path file = folder.resolve("evenkeel.yaml");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(octets);
        }
        return file;
    }

    @Test
    void readsAllOfAFileUpToTheBound() throws Exception {
        byte[] most = new byte[MB];
        Arrays.fill(most, (byte) 'x');
        Path file = Files.write(folder.resolve("most"), most);
        Path small = Files.writeString(folder.resolve("small"), "größer");
        Path empty = Files.writeString(folder.resolve("empty"), "");

        assertThat(BoundedFile.read(file, MB, "a page")).isEqualTo(most);
        assertThat(BoundedFile.text(small, MB, "a page")).isEqualTo("größer");
        assertThat(BoundedFile.text(empty, MB, "a page")).isEmpty();
    }

    /** The file has no octets on the disk; reading it would take three times its size. */
    @Test
    void refusesALargerFileBeforeItIsRead() throws Exception {
        Path file = sized(1L << 40);

        assertThatThrownBy(() -> BoundedFile.configuration(file))
                .isInstanceOf(IOException.class)
                .hasMessage("it has 1,099,511,627,776 bytes; a configuration has at most 16 MB");
    }

    /** As a pipe or a device, whose size is said to be 0. */
    @Test
    void refusesWhatHasMoreThanItsSize() {
        assertThatThrownBy(() -> BoundedFile.read(Path.of("/dev/zero"), MB, "a page"))
                .isInstanceOf(IOException.class)
                .hasMessage("it has more bytes; a page has at most 1 MB");
    }

    @Test
    void refusesATextThatIsNoUtf8() throws Exception {
        Path file = Files.write(folder.resolve("latin"), new byte[] {'a', (byte) 0xe4, 'b'});

        assertThatThrownBy(() -> BoundedFile.text(file, MB, "a page"))
                .isInstanceOf(IOException.class)
                .hasMessage("it is not text in UTF-8")
                .hasCauseInstanceOf(CharacterCodingException.class);
    }
}
