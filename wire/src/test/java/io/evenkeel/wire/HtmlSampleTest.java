// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class HtmlSampleTest {

    private final NodeSample sample = new NodeSample();

    @BeforeEach
    void someFigures() {
        sample.set(Metric.OS_CPU_USED_PERCENT, 12.5);
        sample.set(Metric.JVM_HEAP_USED, 180);
        sample.set(Metric.RQST_ARRIVALS, 7.25);
        sample.stamp(1_771_000_000_000L, 4711, 1_771_000_012_345L);
    }

    @Test
    void showsFiguresWithUnitAndMeaningByTable() throws Exception {
        Document page = page("vcn1");

        assertThat(texts(page, "caption"))
                .containsExactly("Operating system", "Java virtual machine", "Requests and the decision vector");
        assertThat(texts(page, "td"))
                .containsSubsequence(
                        "OS_CPU_USED%",
                        "12.5 %",
                        Metric.OS_CPU_USED_PERCENT.meaning(),
                        "JVM_HEAP_USED",
                        "180 MB",
                        Metric.JVM_HEAP_USED.meaning(),
                        "RQST_ARRIVALS",
                        "7.25 /s",
                        "Requests that came, λ.")
                .hasSize(9);
        assertThat(texts(page, "p").get(0)).startsWith("3 of ").contains("reading 4711", "2026-02-13T16:26:52.345Z");
    }

    @Test
    void titleCannotBecomeMarkup() throws Exception {
        String title = "<script>alert('1' & \"2\")</script>\u0000";

        assertThat(texts(page(title), "h1")).containsExactly("<script>alert('1' & \"2\")</script> ");
        assertThat(write(title)).doesNotContain("<script");
    }

    @Test
    void asksNobodyForAnythingAndDoesNotReloadItself() {
        assertThat(write("vcn1")).doesNotContain("http", "refresh", "<script", "src=", "@import");
    }

    @Test
    void emptySampleIsAPageWithoutTables() throws Exception {
        sample.clear();

        assertThat(texts(page("vcn1"), "table")).isEmpty();
    }

    private String write(String title) {
        StringBuilder out = new StringBuilder();
        HtmlSample.write(sample, title, out);
        return out.toString();
    }

    /** The page is XML as well, so that any parser finds a tag that is not closed. */
    private Document page(String title) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(write(title))));
    }

    private static List<String> texts(Document page, String tag) {
        List<String> texts = new ArrayList<>();
        NodeList found = page.getElementsByTagName(tag);
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }
}
