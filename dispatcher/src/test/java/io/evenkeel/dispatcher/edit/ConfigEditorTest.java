// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.ConfigChange;
import io.evenkeel.dispatcher.control.ConfigChange.Verdict;
import io.evenkeel.dispatcher.control.ConfigEdit;
import io.evenkeel.dispatcher.control.ConfigVersion;
import io.evenkeel.dispatcher.control.ReloadResult;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigEditorTest {

    private static final String TEXT = """
            # our shop
            listeners: [{address: 127.0.0.1:9090, cluster: shop}]
            clusters:
              shop:
                policy: round-robin   # for now
                nodes: [127.0.0.1:18080]
            """;
    private static final String RANDOM = TEXT.replace("round-robin", "random");

    @TempDir
    Path folder;

    private final List<String> reloads = new ArrayList<>();
    private boolean takes = true;
    private boolean running = true;
    private Path path;
    private ConfigEditor editor;

    @BeforeEach
    void open() throws IOException {
        path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
        editor = new ConfigEditor(SettingsFile.open(path), this::reload, () -> running);
    }

    /** Reads the file as the dispatcher would, and accepts or refuses it. */
    private ReloadResult reload() {
        reloads.add(file());
        boolean taken = takes || file().equals(TEXT);
        return new ReloadResult(taken, List.of(), taken ? List.of() : List.of("address in use"));
    }

    private String file() {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private ConfigChange apply(String text) throws IOException {
        return editor.apply(new ConfigEdit(text, editor.read().stamp(), "ann", "because"));
    }

    private List<String> leftovers() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void saysWhereTheFileIsNotText() throws IOException {
        Files.write(path, new byte[] {'#', '\n', 'a', (byte) 0xFC, '\n'});

        assertThatThrownBy(() -> editor.read())
                .isInstanceOf(IOException.class)
                .hasMessage(
                        path + ":2:2: this is not UTF-8: a character that begins with the byte 0xFC; save the file as"
                                + " UTF-8");
    }

    @Test
    void saysThatTheFileIsTooLargeWithoutReadingIt() throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
            sparse.setLength(40L << 20);
        }

        assertThatThrownBy(() -> editor.isInForce())
                .isInstanceOf(IOException.class)
                .hasMessage(path + " cannot be read: it has 41,943,040 bytes; a configuration has at most 16 MB");
    }

    @Test
    void writesReloadsAndKeepsWhatWasThere() throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));

        assertThat(apply(RANDOM).verdict()).isEqualTo(Verdict.APPLIED);

        assertThat(reloads).containsExactly(RANDOM);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-r-----");
        ConfigVersion kept = editor.versions().get(0);
        assertThat(editor.version(kept.id())).isEqualTo(TEXT);
        assertThat(kept.who() + " " + kept.why()).isEqualTo("ann because");
        assertThat(leftovers()).containsExactly(".evenkeel", "shop.yaml");
    }

    @Test
    void replacesTheFileBehindALink() throws IOException {
        Path real = Files.move(path, folder.resolve("real.yaml"));
        Files.createSymbolicLink(path, real);

        apply(RANDOM);

        assertThat(Files.isSymbolicLink(path)).isTrue();
        assertThat(Files.readString(real)).isEqualTo(RANDOM);
    }

    @Test
    void changesNothingWhenTheFileIsAnotherThanTheAuthorSaw() throws IOException {
        String stamp = editor.read().stamp();
        Files.writeString(path, TEXT + "# by hand\n");

        ConfigChange change = editor.apply(new ConfigEdit(RANDOM, stamp, "ann", ""));

        assertThat(change.verdict()).isEqualTo(Verdict.CHANGED_ON_DISK);
        assertThat(file()).isEqualTo(TEXT + "# by hand\n");
        assertThat(editor.versions()).isEmpty();
        assertThat(reloads).isEmpty();
    }

    @Test
    void saysWhereAnErrorIsAndWritesNothing() throws IOException {
        ConfigChange change = apply(TEXT.replace("round-robin", "rond-robin"));

        assertThat(change.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(change.lines().get(0)).contains(path + ":5:13", "^^^^^^^^^^", "did you mean 'round-robin'?");
        assertThat(file()).isEqualTo(TEXT);
        assertThat(reloads).isEmpty();
        assertThat(editor.versions()).isEmpty();
    }

    /** The node may have been there for long, and the change may be what takes it out. */
    @Test
    void aNodeWithoutAnAddressDoesNotKeepTheFileAsItIs() throws IOException {
        String text = RANDOM.replace("[127.0.0.1:18080]", "[127.0.0.1:18080, no-such-host.invalid:1]");

        assertThat(editor.check(text)).singleElement().matches(each -> !each.isError());
        assertThat(apply(text).verdict()).isEqualTo(Verdict.APPLIED);
        assertThat(reloads).containsExactly(text);
    }

    @Test
    void putsTheOldTextBackWhenTheReloadIsRefused() throws IOException {
        takes = false;

        ConfigChange change = apply(RANDOM);

        assertThat(change).isEqualTo(new ConfigChange(Verdict.REFUSED, List.of("address in use")));
        assertThat(file()).isEqualTo(TEXT);
        assertThat(reloads).containsExactly(RANDOM, TEXT);
        assertThat(editor.versions()).isEmpty();
    }

    @Test
    void putsTheOldTextBackWhenTheReloadFails() {
        ConfigEditor failing = new ConfigEditor(
                SettingsFile.open(path),
                () -> {
                    if (file().equals(RANDOM)) {
                        throw new IllegalStateException("a defect");
                    }
                    return reload();
                },
                () -> true);

        assertThatThrownBy(() ->
                        failing.apply(new ConfigEdit(RANDOM, failing.read().stamp(), "ann", "")))
                .hasMessage("a defect");
        assertThat(file()).isEqualTo(TEXT);
    }

    @Test
    void keepsTheEndsOfLinesOfTheFile() throws IOException {
        Files.writeString(path, TEXT.replace("\n", "\r\n"));

        assertThat(apply(TEXT).verdict()).isEqualTo(Verdict.UNCHANGED);
        apply(RANDOM);

        assertThat(file()).isEqualTo(RANDOM.replace("\n", "\r\n"));
    }

    @Test
    void takesNothingWhileItDrains() {
        running = false;

        assertThatThrownBy(() -> apply(RANDOM)).hasMessageContaining("about to end");
        assertThat(file()).isEqualTo(TEXT);
    }

    @Test
    void knowsThatATextInMemoryIsNoFile() throws IOException {
        ConfigEditor none = new ConfigEditor(SettingsFile.of(TEXT, "demo.yaml"), this::reload, () -> true);

        assertThat(none.file()).isEmpty();
        assertThat(none.versions()).isEmpty();
        assertThatThrownBy(none::read).hasMessageContaining("has no configuration file");
    }

    @Test
    void masksSecretsOfASoundTextOnly() {
        String shown = editor.masked(TEXT + "    agent: {token: s3cret}\n").orElseThrow();

        assertThat(shown).isEqualTo(TEXT + "    agent: {token: \"********\"}\n");
        assertThat(editor.masked(TEXT + "    agent: {tokn: s3cret}\n"))
                .as("a key that is mistyped")
                .isEmpty();
    }
}
