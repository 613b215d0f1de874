// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnerFileTest {

    @TempDir
    Path folder;

    @Test
    void writesAFileThatOnlyItsOwnerReads() throws Exception {
        Path file = folder.resolve("one/two/state.json");

        OwnerFile.replace(file, "größer");

        assertThat(file).hasContent("größer");
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(mode(folder.resolve("one/two"))).isEqualTo("rwx------");
        assertThat(mode(folder.resolve("one"))).isEqualTo("rwx------");
        assertThat(names(folder.resolve("one/two"))).containsExactly("state.json");
    }

    @Test
    void closesAFileThatOthersCouldRead() throws Exception {
        Path file = Files.writeString(folder.resolve("state.json"), "a longer text than the new one");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        OwnerFile.replace(file, "new");

        assertThat(file).hasContent("new");
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    @Test
    void leavesAFolderThatIsThereAsItIs() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

        OwnerFile.replace(folder.resolve("state.json"), "new");

        assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
    }

    /** As {@code sudo evenkeel user} does in the folder of a service. */
    @Test
    void whatTheSuperuserWritesBelongsToTheOwnerOfTheFileOrFolder() throws Exception {
        Assumptions.assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(folder, "unix:uid")), "needs root");
        Files.setAttribute(folder, "unix:uid", 12_345);
        Files.setAttribute(folder, "unix:gid", 12_346);
        Path file = folder.resolve("state.json");
        Path other = Files.writeString(folder.resolve("other.json"), "old");
        Files.setAttribute(other, "unix:uid", 12_347);

        OwnerFile.replace(file, "new");
        OwnerFile.replace(file, "newer");
        OwnerFile.replace(other, "new");
        OwnerFile.append(folder.resolve("one/log"), "new");

        assertThat(owner(file)).isEqualTo("12345:12346");
        assertThat(owner(other)).as("owner of the one before").isEqualTo("12347:0");
        assertThat(owner(folder.resolve("one"))).isEqualTo("12345:12346");
        assertThat(owner(folder.resolve("one/log"))).isEqualTo("12345:12346");
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    private static String owner(Path file) throws IOException {
        return Files.getAttribute(file, "unix:uid") + ":" + Files.getAttribute(file, "unix:gid");
    }

    @Test
    void isNotReadableByOthersWhileItIsWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("state.json"), "old");
        String[] seen = new String[2];

        OwnerFile.replace(file, channel -> {
            seen[0] = mode(folder.resolve("state.json.next"));
            seen[1] = Files.readString(file);
            OwnerFile.write(channel, "new");
        });

        assertThat(seen).containsExactly("rw-------", "old");
        assertThat(file).hasContent("new");
    }

    @Test
    void keepsTheOldTextWhenTheDiskIsFull() throws Exception {
        Path file = Files.writeString(folder.resolve("state.json"), "old");

        assertThatThrownBy(() -> OwnerFile.replace(file, channel -> {
                    OwnerFile.write(channel, "ne");
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");

        assertThat(file).hasContent("old");
        assertThat(names(folder)).containsExactly("state.json");
    }

    @Test
    void keepsWhatCannotBeReplaced() throws Exception {
        Path file = Files.createDirectory(folder.resolve("state.json"));
        Files.writeString(file.resolve("inside"), "old");

        assertThatThrownBy(() -> OwnerFile.replace(file, "new")).isInstanceOf(IOException.class);

        assertThat(file.resolve("inside")).hasContent("old");
        assertThat(names(folder)).containsExactly("state.json");
    }

    @Test
    void writesOverWhatACrashLeft() throws Exception {
        Path file = folder.resolve("state.json");
        Path left = Files.writeString(folder.resolve("state.json.next"), "half a text that is longer than the new one");
        Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("rw-r--r--"));

        OwnerFile.replace(file, "new");

        assertThat(file).hasContent("new");
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(names(folder)).containsExactly("state.json");
    }

    @Test
    void writesThroughNoSymbolicLink() throws Exception {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "of another");
        Path file = Files.createSymbolicLink(folder.resolve("state.json"), elsewhere);
        Files.createSymbolicLink(folder.resolve("state.json.next"), elsewhere);

        OwnerFile.replace(file, "new");

        assertThat(elsewhere).hasContent("of another");
        assertThat(Files.isSymbolicLink(file)).isFalse();
        assertThat(file).hasContent("new");
    }

    @Test
    void followsALinkToAFolder() throws Exception {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);

        OwnerFile.replace(link.resolve("state.json"), "new");

        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(real.resolve("state.json")).hasContent("new");
    }

    @Test
    void addsToTheEnd() throws Exception {
        Path file = folder.resolve("logs/audit.jsonl");

        OwnerFile.append(file, "one\n");
        OwnerFile.append(file, "two\n");

        assertThat(file).hasContent("one\ntwo\n");
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    @Test
    void createsAnEmptyFileOnce() throws Exception {
        Path file = folder.resolve("lock");

        OwnerFile.create(file);
        Files.writeString(file, "held");
        OwnerFile.create(file);

        assertThat(file).hasContent("held");
        assertThat(mode(file)).isEqualTo("rw-------");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
