// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.port.Neighbours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hold on the state where its file cannot be written at first. A folder in its place stands for a full disk. */
class StateHoldTest {

    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();

    @Test
    void aStateThatCouldNotBeTakenIsTakenLater() throws IOException {
        Path file = Files.createDirectories(folder.resolve(".evenkeel/evenkeel.pid"));
        try (StateHold hold = new StateHold(folder.resolve("evenkeel.yaml"), new Neighbours(), said::add)) {
            hold.take();
            assertThat(said).singleElement().asString().contains("no other process can take over", file.toString());
            assertThat(hold.takeOwed()).as("while the folder is there").isFalse();

            Files.delete(file);
            assertThat(hold.takeOwed()).isTrue();

            assertThat(said).hasSize(2).last().asString().contains("can take over from this one now");
            assertThat(HeldFile.line(file)).startsWith(ProcessHandle.current().pid() + " ");
        }
    }
}
