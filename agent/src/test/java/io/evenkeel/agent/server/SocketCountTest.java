// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketCountTest {

    private static final String TITLES =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
    private static final int PORT = 0x46B1;

    @TempDir
    private Path folder;

    @Test
    void countsEstablishedConnectionsOfThePortAndNoOther() throws IOException {
        String table = TITLES
                + row("0100007F:46B1", "00000000:0000", "0A")
                + row("0100007F:46B1", "0100007F:9C40", "01")
                + row("0100007F:46B1", "0100007F:9C41", "01")
                + row("0100007F:46B1", "0100007F:9C42", "06")
                + row("0100007F:9C40", "0100007F:46B1", "01");
        String table6 =
                TITLES + row("0000000000000000FFFF00000100007F:46B1", "0000000000000000FFFF00000100007F:9C43", "01");
        assertThat(count(table, table6)).isEqualTo(3);
    }

    @Test
    void countsBeyondOneBuffer() throws IOException {
        StringBuilder table = new StringBuilder(TITLES);
        for (int i = 0; i < 1000; i++) {
            table.append(row("0100007F:46B1", String.format("0100007F:%04X", 20_000 + i), "01"));
        }
        assertThat(count(table.toString())).isEqualTo(1000);
    }

    @Test
    void aTableTooLongToReadIsNotCounted() throws IOException {
        assertThat(count((TITLES + row("0100007F:46B1", "0100007F:9C40", "01")).repeat(3000)))
                .isNaN();
    }

    @Test
    void withoutATableNothingIsKnown() {
        assertThat(new SocketCount(List.of(folder.resolve("none"))).established(PORT, 1))
                .isNaN();
    }

    private double count(String... tables) throws IOException {
        List<Path> files = new java.util.ArrayList<>();
        for (String table : tables) {
            Path file = folder.resolve("tcp" + files.size());
            files.add(Files.writeString(file, table));
        }
        return new SocketCount(files).established(PORT, 1);
    }

    private static String row(String local, String remote, String state) {
        return "   1: " + local + " " + remote + " " + state
                + " 00000000:00000000 00:00000000 00000000     0        0 5317 1 0000000000000000 100 0 0 10 0\n";
    }
}
