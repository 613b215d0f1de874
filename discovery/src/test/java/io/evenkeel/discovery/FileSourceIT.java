// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes out of a file that changes, before a real dispatcher. */
@Tag("thorough")
final class FileSourceIT {

    private static final String DISCOVER = "discover: {file: nodes.yaml, interval: 50ms}";

    @TempDir
    Path folder;

    private final Fleet fleet = new Fleet();

    @AfterEach
    void stop() {
        fleet.close();
    }

    /** Exchanges the file as a whole. */
    private void write(String... names) throws IOException {
        StringBuilder text = new StringBuilder("nodes:\n");
        for (String name : names) {
            text.append("  - {name: " + name + ", address: 127.0.0.1:" + fleet.port(name) + "}\n");
        }
        Path next = folder.resolve("nodes.next");
        Files.writeString(next, text);
        Files.move(next, folder.resolve("nodes.yaml"), StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void replacesAllNodesUnderLoadWithoutOneFailedRequest() throws Exception {
        for (String name : new String[] {"a", "b", "c", "d", "e", "f"}) {
            fleet.server(name, "127.0.0.1");
        }
        write("a", "b", "c");
        fleet.dispatch(folder, DISCOVER);
        assertThat(fleet.names()).as("there before the first request").containsExactly("a", "b", "c");

        try (SteadyLoad load = SteadyLoad.on(fleet.dispatcher().port("web"), 4)) {
            replace("a", "d", load, "b", "c", "d");
            replace("b", "e", load, "c", "d", "e");
            replace("c", "f", load, "d", "e", "f");
            load.close();

            assertThat(load.failures()).isEmpty();
        }
        assertThat(fleet.view().found()).isEqualTo(3);
        assertThat(fleet.events())
                .contains("shop/a drains, it is not found in file " + folder.resolve("nodes.yaml") + " any more");
    }

    /** Puts one node in another's place, and stops that when it is gone, as an orchestrator does. */
    private void replace(String old, String fresh, SteadyLoad load, String... now) throws IOException {
        write(now);
        Fleet.until(() -> load.answers(fresh) > 20, fleet::members);
        Fleet.until(() -> !fleet.names().contains(old), fleet::members);
        fleet.stop(old);
    }

    @Test
    void keepsItsNodesWhenTheFileIsGoneWrongOrEmpty() throws Exception {
        fleet.server("a", "127.0.0.1");
        fleet.server("b", "127.0.0.1");
        write("a", "b");
        fleet.dispatch(folder, DISCOVER);

        Path file = folder.resolve("nodes.yaml");
        Files.writeString(file, "nodes: [{name: a, adress: x}]\n");
        Fleet.until(() -> fleet.view().problem() != null, fleet::view);
        assertThat(fleet.view().problem()).contains("nodes.yaml line 1").contains("did you mean 'address'?");
        assertThat(fleet.members()).containsExactly("a UP", "b UP");

        Files.writeString(file, "nodes: []\n");
        Fleet.until(() -> "the answer has no nodes".equals(fleet.view().problem()), fleet::view);
        assertThat(fleet.members()).containsExactly("a UP", "b UP");

        Files.delete(file);
        Fleet.until(() -> ("there is no file " + file).equals(fleet.view().problem()), fleet::view);
        assertThat(fleet.members()).containsExactly("a UP", "b UP");

        write("b");
        Fleet.until(() -> fleet.names().equals(List.of("b")), fleet::members);
        assertThat(fleet.view().problem()).isNull();
    }
}
