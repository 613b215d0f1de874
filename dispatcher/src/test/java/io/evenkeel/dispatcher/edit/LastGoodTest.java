// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.ConfigEdit;
import io.evenkeel.dispatcher.control.ConfigVersion;
import io.evenkeel.dispatcher.control.ReloadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastGoodTest {

    private static final String TEXT = """
            listeners: [{address: 127.0.0.1:9090, cluster: shop}]
            clusters: {shop: {policy: round-robin, nodes: [127.0.0.1:18080]}}
            """;
    private static final String RANDOM = TEXT.replace("round-robin", "random");

    /** Thrown where a process ends in the middle of a change. */
    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @TempDir
    Path folder;

    private Path path;
    private LastGood lastGood;

    @BeforeEach
    void open() throws IOException {
        path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
        lastGood = new LastGood(path);
    }

    private void apply(String text) throws IOException {
        ConfigEditor editor = new ConfigEditor(
                SettingsFile.open(path), () -> new ReloadResult(true, List.of(), List.of()), () -> true);
        editor.apply(new ConfigEdit(text, editor.read().stamp(), "ann", "because"));
    }

    @Test
    void offersTheNewestTextWithoutErrors() throws IOException {
        apply(RANDOM);
        Files.writeString(path, "nonsense: 1\n");

        ConfigVersion offered = lastGood.newest().orElseThrow();
        lastGood.restore(offered);

        assertThat(Files.readString(path)).isEqualTo(TEXT);
        assertThat(Versions.beside(path).text("000002")).as("what was there").isEqualTo("nonsense: 1\n");
        assertThat(lastGood.newest().orElseThrow().id())
                .as("the broken one is passed over")
                .isEqualTo(offered.id());
    }

    @Test
    void offersNothingWithoutEarlierTexts() throws IOException {
        assertThat(lastGood.newest()).isEmpty();
        assertThat(lastGood.unfinished()).isEmpty();
    }

    @Test
    void remembersAChangeThatTheProcessDidNotOutlive() throws IOException {
        Versions versions = Versions.beside(path);
        versions.begin(versions.keep(TEXT, "ann", "because", 1));
        Files.writeString(path, RANDOM);

        assertThat(lastGood.unfinished().orElseThrow().who()).isEqualTo("ann");
        lastGood.restore(lastGood.unfinished().orElseThrow());

        assertThat(Files.readString(path)).isEqualTo(TEXT);
        assertThat(lastGood.unfinished()).isEmpty();
    }

    @Test
    void forgetsAChangeThatCameToItsEnd() throws IOException {
        apply(RANDOM);
        assertThat(lastGood.unfinished()).isEmpty();

        ConfigEditor editor = new ConfigEditor(
                SettingsFile.open(path),
                () -> {
                    assertThat(unfinished()).isTrue();
                    throw new Crash();
                },
                () -> true);
        ConfigEdit edit = new ConfigEdit(TEXT, editor.read().stamp(), "bob", "");
        assertThatThrownBy(() -> editor.apply(edit)).isInstanceOf(Crash.class);
    }

    private boolean unfinished() {
        try {
            return lastGood.unfinished().isPresent();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void removesWhatCrashesLeft() throws IOException {
        Path old = Files.writeString(folder.resolve(".evenkeel-123456789.next"), "secret");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3600)));
        Path fresh = Files.writeString(folder.resolve(".evenkeel-987.next"), "being written");
        Path other = Files.writeString(folder.resolve(".evenkeel-x.next"), "of somebody else");
        Files.setLastModifiedTime(other, FileTime.from(Instant.now().minusSeconds(3600)));

        lastGood.sweep();

        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
        assertThat(other).exists();
    }
}
