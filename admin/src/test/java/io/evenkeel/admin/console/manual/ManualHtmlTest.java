// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManualHtmlTest {

    private final ManualHtml html =
            new ManualHtml(Set.of("GLOSSARY.md", "docs/a.md", "docs/sub/README.md", "docs/images/x.png"));

    private String html(String source) {
        return html.page("docs/b.md", source).html();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "before <img src=x onerror=alert(1)> after",
                "<!-- --> <script>alert(1)</script>",
                "[x](javascript:alert(1))",
                "[x](<javascript:alert(1)>)",
                "[x]( data:text/html,<script>alert(1)</script> )",
                "![x](javascript:alert(1))",
                "![x](https://example.com/x.png)",
                "[x](//example.com/a.md)",
                "# <script>alert(1)</script>",
                "| <script>alert(1)</script> |\n|---|\n| <img src=x> |"
            })
    void neverMakesScriptsOrLoadsOfWhatIsWritten(String source) {
        assertThat(html(source)).doesNotContain("<script", "<img", "href=", "src=\"");
    }

    @ParameterizedTest
    @CsvSource({
        "a.md, /console/docs?page=docs/a.md",
        "a.md#part-2, /console/docs?page=docs/a.md#part-2",
        "../GLOSSARY.md, /console/docs?page=GLOSSARY.md",
        "sub, /console/docs?page=docs/sub/README.md",
        "sub/, /console/docs?page=docs/sub/README.md",
        "#part, #part",
        "https://example.com/a.md, https://example.com/a.md"
    })
    void leadsLinksToPagesOfTheConsole(String written, String address) {
        assertThat(html("[to](" + written + ")")).contains("href=\"" + address + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c.md", "../../GLOSSARY.md", "../src/Main.java", "%zz", "a.md/b"})
    void leavesTheTextOfLinksThatLeadNowhere(String written) {
        assertThat(html("see [*the* `code`](" + written + ")."))
                .contains("see <em>the</em> <code>code</code>.")
                .doesNotContain("<a");
    }

    @Test
    void showsImagesOfTheRepository() {
        assertThat(html("![the overview](images/x.png)"))
                .contains("src=\"/console/docs/image?name=docs/images/x.png\"", "alt=\"the overview\"");
    }

    @Test
    void hidesComments() {
        assertThat(html("<!-- example seal -->\n```sh\nls\n```\n\nx <!-- end --> y"))
                .contains("ls")
                .doesNotContain("example", "end", "--");
    }

    @Test
    void namesThePageAfterItsFirstHeadingAndHeadingsAfterTheirText() {
        ManualPage page = html.page("docs/b.md", "# The `log` of\nwhat\n\n## `clusters.NAME.health`, and more\n");

        assertThat(page.title()).isEqualTo("The log of");
        assertThat(page.html()).contains("id=\"clustersnamehealth-and-more\"");
    }

    @ParameterizedTest
    @CsvSource({
        "'```sh\n# a comment\n```\n\n# Title\n', Title",
        "'Title\n=====\n\n# Other\n', Title",
        "'<!-- # no -->\n\n## Title `x`\n# Other\n', Title x",
        "'words\n# Title\n', Title",
        "'  # Title\n', Title",
        "'no heading', docs/b.md"
    })
    void findsTheFirstHeading(String source, String title) {
        assertThat(html.page("docs/b.md", source).title()).isEqualTo(title);
    }

    @Test
    void showsOtherFilesAsTheyAre() {
        ManualPage page = html.page("examples/a.yaml", "# no heading\nname: '<b>'\n");

        assertThat(page.title()).isEqualTo("a.yaml");
        assertThat(page.html()).contains("# no heading\nname: '&lt;b&gt;'\n");
    }
}
