// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFileTest {

    @TempDir
    private Path folder;

    @Test
    void overwritesWhatADemoWroteBefore() throws Exception {
        DemoFile.write(folder, "headroom", List.of(), null);
        Path file = DemoFile.write(folder, "round-robin", List.of(), null);

        assertThat(file).content().contains("policy: round-robin").doesNotContain("headroom");
    }

    @Test
    void leavesTheFileOfAnotherAlone() throws Exception {
        Path file = Files.writeString(folder.resolve("demo.yaml"), "clusters: {}\n");

        assertThatThrownBy(() -> DemoFile.write(folder, "headroom", List.of(), null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + " is not of a demo")
                .hasMessageContaining("name another folder");
        assertThat(file).hasContent("clusters: {}");
    }
}
