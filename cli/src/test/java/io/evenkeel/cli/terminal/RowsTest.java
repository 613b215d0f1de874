// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class RowsTest {

    private final Rows rows = new Rows("name", "inFlight", "note")
            .add("vcn1", 7, "plain")
            .add("a-longer-name", 12, "with, comma and \"quote\"")
            .add("vcn3", null, null);

    @Test
    void tableAlignsWordsLeftAndNumbersRight() {
        assertThat(printed(OutputFormat.TABLE).lines())
                .containsExactly(
                        "NAME           IN FLIGHT  NOTE",
                        "vcn1                   7  plain",
                        "a-longer-name         12  with, comma and \"quote\"",
                        "vcn3                   -  -");
    }

    @Test
    void jsonKeepsKeysNumbersAndNulls() {
        assertThat(printed(OutputFormat.JSON))
                .startsWith("[{\"name\":\"vcn1\",\"inFlight\":7,\"note\":\"plain\"}")
                .contains("{\"name\":\"vcn3\",\"inFlight\":null,\"note\":null}");
    }

    @Test
    void leavesOutColumnsForWhichALineHasNoRoom() {
        assertThat(rows.within(60, "name", "inFlight"))
                .usingRecursiveComparison()
                .isEqualTo(rows);
        StringWriter text = new StringWriter();
        rows.within(45, "absent", "inFlight", "name").print(new PrintWriter(text), OutputFormat.TABLE);
        assertThat(text.toString().lines())
                .startsWith("NAME           NOTE", "vcn1           plain")
                .hasSize(4);
    }

    @Test
    void csvQuotesWhatNeedsIt() {
        assertThat(printed(OutputFormat.CSV).split("\r\n"))
                .containsExactly(
                        "name,inFlight,note",
                        "vcn1,7,plain",
                        "a-longer-name,12,\"with, comma and \"\"quote\"\"\"",
                        "vcn3,,");
    }

    @Test
    void markdownIsATableForAPage() {
        StringWriter text = new StringWriter();
        rows.printMarkdown(new PrintWriter(text));
        assertThat(text.toString().lines())
                .startsWith("| name | in flight | note |", "| --- | ---: | --- |", "| vcn1 | 7 | plain |")
                .endsWith("| vcn3 | - | - |");
    }

    @Test
    void refusesARowOfAnotherWidth() {
        assertThatThrownBy(() -> rows.add("only one")).hasMessageContaining("inFlight");
    }

    @Test
    void putsColumnsBesideOthers() {
        Rows right = new Rows("sessions").add(1).add(2).add((Object) null);

        StringWriter text = new StringWriter();
        rows.beside(right).print(new PrintWriter(text), OutputFormat.CSV);
        assertThat(text.toString().split("\r\n"))
                .startsWith("name,inFlight,note,sessions", "vcn1,7,plain,1")
                .endsWith("vcn3,,,");
        assertThatThrownBy(() -> rows.beside(new Rows("sessions"))).hasMessageContaining("0 rows beside 3");
    }

    private String printed(OutputFormat format) {
        StringWriter text = new StringWriter();
        rows.print(new PrintWriter(text), format);
        return text.toString();
    }
}
