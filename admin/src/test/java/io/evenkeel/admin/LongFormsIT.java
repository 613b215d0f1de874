// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.console.page.FormBody;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A configuration of a thousand nodes, in forms and as text. */
class LongFormsIT extends FormConsole {

    private static final int NODES = 1000;
    private static final String EDITOR = LIST + "/file";

    @Override
    String text(int port) {
        return """
                listeners:
                  - {name: web, address: "127.0.0.1:0", cluster: shop}   # the door
                clusters:
                  shop: {nodes: ["127.0.0.1:%d"]}
                """.formatted(port);
    }

    private static String nodes(String line) {
        return IntStream.range(0, NODES)
                .mapToObj(i -> line.formatted(i, 10_000 + i))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void makesAClusterOfAThousandNodesAndChangesOneOfThem() throws Exception {
        carry(LIST + "/cluster/new", "name", "bank", "nodes", nodes("virtual-machine-%04d 127.0.0.1:%d"));

        assertThat(dispatcher.control().cluster("bank").nodes()).hasSize(NODES);
        text = file();
        assertThat(text).hasSizeGreaterThan(3 * 16 * 1024).contains("# the door");
        carry(LIST + "/node?cluster=bank&node=virtual-machine-0999", "weight", "3");
        assertThat(file()).isEqualTo(text.replace("127.0.0.1:10999}", "127.0.0.1:10999, weight: 3}"));
        assertThat(dispatcher.control().cluster("bank").nodes().get(NODES - 1).weight())
                .isEqualTo(3);
    }

    @Test
    void listsTheFirstOfAThousandNodesAndFindsOthers() throws Exception {
        carry(LIST + "/cluster/new", "name", "bank", "nodes", nodes("virtual-machine-%04d 127.0.0.1:%d"));

        String form = browser.get(LIST + "/cluster?cluster=bank", ann, HTML).body();
        assertThat(form)
                .hasSizeLessThan(100_000)
                .contains("the first 100 of 1000: search for others", "virtual-machine-0099")
                .doesNotContain("virtual-machine-0100");
        assertThat(browser.get(LIST + "/cluster?cluster=bank&words=MACHINE-070", ann, HTML)
                        .body())
                .contains("10 of 1000", "virtual-machine-0707")
                .doesNotContain("virtual-machine-0071");
        assertThat(browser.get(LIST + "/cluster?cluster=bank&words=nowhere", ann, HTML)
                        .body())
                .contains("None of the 1000 nodes matches");
    }

    @Test
    void takesSuchAFileAsText() throws Exception {
        String many = text + "  bank:\n    nodes:\n"
                + nodes(
                        "      - name: virtual-machine-%04d\n        address: 127.0.0.1:%d   # a comment of some length")
                + "\n";
        Map<String, String> fields = form(EDITOR, "text", many);

        Answer preview = send(EDITOR, "preview", fields);

        assertThat(preview.status()).as(preview.body()).isEqualTo(200);
        assertThat(send(EDITOR, "apply", with(preview)).status()).isEqualTo(303);
        assertThat(file()).isEqualTo(many);
        assertThat(dispatcher.control().cluster("bank").nodes()).hasSize(NODES);
    }

    @ParameterizedTest
    @ValueSource(strings = {EDITOR, LIST + "/cluster/new"})
    void saysWhenAFormIsTooLong(String address) throws Exception {
        Map<String, String> fields = form(address);
        fields.put("do", "preview");
        fields.put("text", "");
        fields.put("more", "");
        int others = Browser.encoded(fields).length();
        fields.put("more", "x".repeat(FormBody.MOST_OCTETS + 1 - others));

        Answer answer = browser.post(address, fields, ann, HTML);

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("more than 4000000 bytes, and nothing was changed", "evenkeel reload");
        assertThat(file()).isEqualTo(text);
    }
}
