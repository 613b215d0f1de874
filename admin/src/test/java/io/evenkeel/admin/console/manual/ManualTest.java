// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ManualTest {

    private static final Manual MANUAL = Manual.load();

    private static List<ManualPage> all() {
        return Arrays.stream(Chapter.values())
                .flatMap(chapter -> MANUAL.in(chapter).stream())
                .toList();
    }

    @Test
    void hasThePagesOfTheRepository() {
        assertThat(all())
                .extracting(ManualPage::path)
                .contains("docs/guides/console.md", "docs/reference/policies.md", "GLOSSARY.md", "NOTICE", "LICENSE")
                .doesNotHaveDuplicates()
                .doesNotContain(Manual.FIRST);
        assertThat(all()).extracting(ManualPage::title).doesNotContain("");
    }

    @Test
    void dropsNoLinkToAnotherPage() {
        Pattern link = Pattern.compile("\\]\\(([^)#:\\s]+\\.md)[)#]");
        for (ManualPage page : all()) {
            for (Matcher each = link.matcher(page.source()); each.find(); ) {
                String target = URI.create("/" + page.path())
                        .resolve(each.group(1))
                        .getPath()
                        .substring(1);
                assertThat(MANUAL.page(target))
                        .as("%s of %s", target, page.path())
                        .isPresent();
            }
        }
    }

    @Test
    void findsPagesByTheirWordsTitlesFirst() {
        assertThat(MANUAL.with("GLOSSARY")).first().extracting(ManualPage::path).isEqualTo("GLOSSARY.md");
        assertThat(MANUAL.with("ORCA envoy"))
                .extracting(ManualPage::path)
                .contains("docs/guides/agent-with-haproxy-and-envoy.md");
        assertThat(MANUAL.with("envoy no-such-word-anywhere")).isEmpty();
    }

    @Test
    void makesThePagesWhenTheyAreShown() {
        long thread = Thread.currentThread().getId();
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long beganB = threads.getThreadAllocatedBytes(thread);
        Manual manual = Manual.load();
        long loadedB = threads.getThreadAllocatedBytes(thread);
        for (Chapter chapter : Chapter.values()) {
            manual.in(chapter).forEach(page -> assertThat(page.html()).isNotEmpty());
        }
        long shownB = threads.getThreadAllocatedBytes(thread);

        assertThat(loadedB - beganB)
                .as("bytes of memory to know the pages; to make all of them takes the other number")
                .isLessThan((shownB - loadedB) / 2);
    }

    @Test
    void acknowledgesEverybodyWithALicence() {
        assertThat(MANUAL.acknowledgements()).hasSizeGreaterThan(15).allSatisfy(each -> {
            assertThat(each.licence()).isNotBlank();
            assertThat(each.address()).startsWith("https://").doesNotContain(" ");
        });
        assertThat(MANUAL.acknowledgements())
                .contains(new Acknowledgement("htmx", "0BSD", "https://htmx.org", ""))
                .extracting(Acknowledgement::remark)
                .contains("with its own LICENSE and NOTICE beside it");
    }
}
