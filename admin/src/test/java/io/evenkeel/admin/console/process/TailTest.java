// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailTest {

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("a.log"), text);
    }

    private static String numbered(int lines, String end) {
        return IntStream.range(0, lines).mapToObj(i -> "line " + i + end).collect(Collectors.joining("\n"));
    }

    @Test
    void readsAShortFileWhole() throws IOException {
        Tail tail = Tail.of(file("one\ntwo\n"), "");

        assertThat(tail.lines()).containsExactly("one", "two");
        assertThat(tail.whole()).isTrue();
        assertThat(Tail.of(file(""), "").lines()).isEmpty();
    }

    @Test
    void readsTheEndOfALongOneFromTheBeginningOfALine() throws IOException {
        Tail tail = Tail.of(file(numbered(3_000, "é".repeat(1_000))), "");

        assertThat(tail.whole()).isFalse();
        assertThat(tail.lines()).last().asString().startsWith("line 2999é");
        assertThat(tail.lines()).allMatch(line -> line.startsWith("line "));
    }

    @Test
    void keepsTheLastThousandLinesWithTheWords() throws IOException {
        Tail tail = Tail.of(file(numbered(5_000, " x")), "LINE 4");

        assertThat(tail.lines()).hasSize(1000).first().isEqualTo("line 4000 x");
        assertThat(tail.whole()).isFalse();
        assertThat(Tail.of(file(numbered(5_000, " x")), "nothing such").lines()).isEmpty();
    }

    @Test
    void writesOutWhatWouldNotBeSeen() throws IOException {
        Tail tail = Tail.of(file("a\u001b[31mb\u202ec\td\u0000"), "");

        assertThat(tail.lines()).containsExactly("a\\u001b[31mb\\u202ec    d\\u0000");
    }

    @Test
    void bearsWhatIsNoText() throws IOException {
        Path file = folder.resolve("b.log");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 'x', '\n'});

        assertThat(Tail.of(file, "").lines()).containsExactly("\ufffd\ufffdx");
        assertThat(Files.readAllBytes(file)).hasSize("1234".getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void cutsLinesWithoutEnd() throws IOException {
        assertThat(Tail.of(file("y".repeat(10_000)), "").lines())
                .singleElement()
                .asString()
                .hasSize(4_002)
                .endsWith("y …");
    }
}
