// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.config.patch.ConfigPatch.Append;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.patch.ConfigPatch.Rename;
import io.evenkeel.config.patch.ConfigPatch.Swap;
import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlPatchTest {

    private static final String SHOP = """
            # our shop
            clusters:
              # the shop itself
              shop:
                policy: round-robin   # for now
                nodes:
                  # the old machine
                  - {name: vcn1, address: "127.0.0.1:1"}   # in rack 1

                  # the new machine
                  - {name: vcn2, address: "127.0.0.1:2"}
                  # - {name: vcn3, address: "127.0.0.1:3"}
                queue: {size: 10, timeout: 2s}   # short

              bank:
                nodes: [127.0.0.1:4, 127.0.0.1:5]   # two
                # retry: {attempts: 2}

            log: {level: info}
            """;

    private static List<String> path(String steps) {
        return List.of(steps.split("/", -1));
    }

    private static ConfigPatch put(String path, String value) {
        return new Put(path(path), new Scalar(value));
    }

    private static ConfigPatch remove(String path) {
        return new Remove(path(path), true);
    }

    private static Keys keys(String... pairs) {
        Map<String, ConfigValue> entries = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            entries.put(pairs[i], new Scalar(pairs[i + 1]));
        }
        return new Keys(entries);
    }

    private static String after(String text, ConfigPatch... patches) throws ConfigPatchException {
        return YamlPatch.apply(text, List.of(patches));
    }

    private static ConfigPatchException refusal(String text, ConfigPatch patch) {
        ConfigPatchException thrown =
                catchThrowableOfType(ConfigPatchException.class, () -> YamlPatch.apply(text, List.of(patch)));
        assertThat(thrown).as(text).isNotNull();
        return thrown;
    }

    @Test
    void changesTheCharactersOfOneValueOnly() throws Exception {
        assertThat(after(SHOP, put("clusters/shop/policy", "random"))).isEqualTo(SHOP.replace("round-robin", "random"));
        assertThat(after(SHOP, put("clusters/shop/queue/size", "20"))).isEqualTo(SHOP.replace("size: 10", "size: 20"));
        assertThat(after(SHOP, put("clusters/shop/nodes/1/address", "[::1]:9")))
                .isEqualTo(SHOP.replace("127.0.0.1:2", "[::1]:9"));
        assertThat(after(SHOP, put("clusters/bank/nodes/0", "[::1]:9")))
                .isEqualTo(SHOP.replace("127.0.0.1:4", "\"[::1]:9\""));
    }

    @Test
    void addsAKeyBehindTheLastOne() throws Exception {
        assertThat(after(SHOP, put("clusters/shop/queue/more", "1")))
                .isEqualTo(SHOP.replace("timeout: 2s}", "timeout: 2s, more: 1}"));
        assertThat(after(SHOP, put("clusters/shop/slow-start", "30s")))
                .isEqualTo(SHOP.replace("# short\n", "# short\n    slow-start: 30s\n"));
        assertThat(after(SHOP, put("clusters/bank/timeouts/connect", "1s")))
                .isEqualTo(SHOP.replace("# two\n", "# two\n    timeouts: {connect: 1s}\n"));
    }

    @Test
    void addsANodeInTheStyleOfItsSiblings() throws Exception {
        ConfigPatch node = new Append(path("clusters/shop/nodes"), keys("name", "vcn9", "address", "10.0.0.9:80"));
        assertThat(after(SHOP, node))
                .isEqualTo(
                        SHOP.replace(
                                "  - {name: vcn2, address: \"127.0.0.1:2\"}\n",
                                "  - {name: vcn2, address: \"127.0.0.1:2\"}\n\n      - {name: vcn9, address: \"10.0.0.9:80\"}\n"));
        assertThat(after(SHOP, new Append(path("clusters/bank/nodes"), new Scalar("10.0.0.9:80"))))
                .isEqualTo(SHOP.replace("127.0.0.1:5]", "127.0.0.1:5, 10.0.0.9:80]"));
        assertThat(after(
                        "nodes:\n-   name: a   # first\n    address: b\nq: 1\n",
                        new Append(path("nodes"), keys("name", "c", "address", "d"))))
                .isEqualTo("nodes:\n-   name: a   # first\n    address: b\n-   name: c\n    address: d\nq: 1\n");
        assertThat(after("nodes: [\n\t{a: 1}, # one\n\t{a: 2} # two\n]\n", new Append(path("nodes"), keys("a", "3"))))
                .isEqualTo("nodes: [\n\t{a: 1}, # one\n\t{a: 2}, # two\n\t{a: 3}\n]\n");
        assertThat(after("nodes: [\n  {a: 1},\n  {a: 2}, # two\n]\n", new Append(path("nodes"), keys("a", "3"))))
                .isEqualTo("nodes: [\n  {a: 1},\n  {a: 2}, # two\n  {a: 3},\n]\n");
        assertThat(after("nodes: [ ]\n", new Append(path("nodes"), new Scalar("a"))))
                .isEqualTo("nodes: [a]\n");
        assertThat(after("nodes:\n  - a:1", new Append(path("nodes"), new Scalar("b:2"))))
                .isEqualTo("nodes:\n  - a:1\n  - b:2");
    }

    @Test
    void addsAClusterInTheStyleOfItsSiblings() throws Exception {
        ConfigValue cluster = new Keys(new LinkedHashMap<>(Map.of("nodes", new Items(List.of(new Scalar("a:1"))))));
        assertThat(after(SHOP, new Put(path("clusters/new"), cluster)))
                .isEqualTo(SHOP.replace(
                        "    # retry: {attempts: 2}\n",
                        "    # retry: {attempts: 2}\n\n  new:\n    nodes:\n      - a:1\n"));
        assertThat(after("clusters: {a: {nodes: [x]}}\n", new Put(path("clusters/new"), cluster)))
                .isEqualTo("clusters: {a: {nodes: [x]}, new: {nodes: [a:1]}}\n");
    }

    @Test
    void removesTheLinesOfANodeWithItsComment() throws Exception {
        assertThat(after(SHOP, remove("clusters/shop/nodes/0"))).isEqualTo(SHOP.replace("""
                              # the old machine
                              - {name: vcn1, address: "127.0.0.1:1"}   # in rack 1

                        """.indent(0), ""));
        assertThat(after(SHOP, new Remove(path("clusters/shop/nodes/1"), false)))
                .isEqualTo(SHOP.replace("      - {name: vcn2, address: \"127.0.0.1:2\"}\n", ""));
        assertThat(after(SHOP, remove("clusters/bank"))).isEqualTo(SHOP.replaceFirst("(?s)  bank:.*?2}\n\n", ""));
        assertThat(after("a:\n  b: 1\n\n  # c\n  c: 2\n", remove("a/c"))).isEqualTo("a:\n  b: 1\n");
        assertThat(after("a:\n  b: 1\n\n  # c\n  c: 2", remove("a/c"))).isEqualTo("a:\n  b: 1");
        assertThat(after(SHOP, remove("clusters/shop")))
                .isEqualTo(SHOP.replaceFirst("(?s)  # the shop.*?short\n\n", ""));
    }

    @Test
    void removesAKeyAndAnItemInBraces() throws Exception {
        assertThat(after(SHOP, remove("clusters/shop/queue/size"))).isEqualTo(SHOP.replace("size: 10, ", ""));
        assertThat(after(SHOP, remove("clusters/shop/queue/timeout"))).isEqualTo(SHOP.replace(", timeout: 2s", ""));
        assertThat(after(SHOP, remove("clusters/bank/nodes/0"))).isEqualTo(SHOP.replace("127.0.0.1:4, ", ""));
        assertThat(after("n: [\n  a, # one\n  b, # two\n  c # three\n]\n", remove("n/2")))
                .isEqualTo("n: [\n  a, # one\n  b, # two\n]\n");
        assertThat(after("- name: a   # who\n  address: b\n- c\n", remove("0/name")))
                .isEqualTo("- address: b\n- c\n");
    }

    @Test
    void turnsAShortFormIntoASectionAndBack() throws Exception {
        assertThat(after(SHOP, new Put(path("clusters/shop/policy"), keys("name", "x", "window", "2s"))))
                .isEqualTo(SHOP.replace("policy: round-robin ", "policy: {name: x, window: 2s} "));
        assertThat(after(SHOP, put("clusters/shop/queue", "off")))
                .isEqualTo(SHOP.replace("{size: 10, timeout: 2s}", "off"));
        assertThat(after("a:\n  b: # c1\n    # c2\n    c: 1\n  d: 2\n", put("a/b", "off")))
                .isEqualTo("a:\n  b: off # c1\n    # c2\n  d: 2\n");
    }

    @Test
    void countsCharactersOutsideTheFirstPlane() throws Exception {
        assertThat(after(
                        "a: \uD83D\uDE00 # \uD83D\uDE00\nb: {c: \"\uD83D\uDE00\", d: 1} # \uD83D\uDE00\n",
                        put("b/d", "2")))
                .isEqualTo("a: \uD83D\uDE00 # \uD83D\uDE00\nb: {c: \"\uD83D\uDE00\", d: 2} # \uD83D\uDE00\n");
    }

    @Test
    void keepsEndsOfLines() throws Exception {
        String windows = SHOP.replace("\n", "\r\n");
        assertThat(after(
                        windows,
                        put("clusters/shop/slow-start", "30s"),
                        new Append(path("clusters/shop/nodes"), keys("address", "a:1")),
                        remove("clusters/bank")))
                .doesNotContainPattern("[^\r]\n")
                .contains("# short\r\n    slow-start: 30s\r\n", "\r\n\r\n      - {address: \"a:1\"}\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.5|1.5",
                "a b|a b",
                "true|true",
                "*.example.org|\"*.example.org\"",
                "a: b|\"a: b\"",
                "a #b|\"a #b\"",
                "[::1]:80|\"[::1]:80\"",
                "a, b|a, b",
                "it's|it's",
                "say \"x\"|say \"x\"",
                "{x}|\"{x}\"",
                "<script>|<script>"
            })
    void quotesWhatWouldBeReadAsSomethingElse(String value, String written) throws Exception {
        assertThat(after("a: old\n", put("a", value))).isEqualTo("a: " + written + "\n");
        String inBraces = written.startsWith("\"") || !value.contains(",") ? written : "\"" + written + "\"";
        assertThat(after("{a: old}\n", put("a", value))).isEqualTo("{a: " + inBraces + "}\n");
    }

    @Test
    void writesWhatMustBeTextInQuotes() throws Exception {
        assertThat(after("a: old\n", new Put(path("a"), new Scalar("12", true))))
                .isEqualTo("a: \"12\"\n");
        assertThat(after("a: 'old'\n", put("a", "it's new"))).isEqualTo("a: 'it''s new'\n");
        assertThat(after("a: 'old'\n", put("a", "12"))).isEqualTo("a: 12\n");
        assertThat(after("a: old\n", put("a", "x\ny\u0007\u2028\"\\")))
                .isEqualTo("a: \"x\\u000ay\\u0007\\u2028\\\"\\\\\"\n");
        assertThat(after("a: old\n", put("a", ""))).isEqualTo("a: \"\"\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x: 1\na: &n {b: 1}\nc: *n\n",
                "x: 1\na: {b: &n 1}\nc: *n\n",
                "x: &n 1\na: {b: *n}\n",
                "x: &n {b: 1}\na: *n\n",
                "x: 1\na: {<<: {q: 1}, b: 1}\n",
                "x: 1\na: {b: !!str 1}\n",
                "x: 1\na: {b: \"${env:HOME}\"}\n",
                "x: 1\na:\n  b: |\n    lines\n  c: 2\n",
                "x: 1\na:\n  b: two\n    lines\n",
            })
    void changesNothingThatIsSharedOrComesFromElsewhere(String text) {
        ConfigPatchException refusal = refusal(text, put("a/b", "2"));
        assertThat(refusal.line()).as(refusal.sentence()).isBetween(1, 4);
        assertThat(refusal.sentence()).isNotBlank();
    }

    @Test
    void refusesWhatIsNoOneDocument() {
        for (String text : List.of("a: 1\n---\na: 2\n", "a: [1\n", "")) {
            assertThat(refusal(text, put("a", "2")).sentence()).contains("not one valid YAML document");
        }
    }

    @Test
    void refusesWhatIsNotThere() {
        assertThat(refusal(SHOP, remove("clusters/shop/nodes/7")).sentence()).contains("no item 7");
        assertThat(refusal(SHOP, remove("clusters/shop/pool")).sentence()).contains("no 'pool'");
        assertThat(refusal(SHOP, put("log/level/x", "1")).sentence()).contains("single value");
        assertThat(refusal("a:\n  - b\n", remove("a/0")).sentence()).contains("only entry");
        assertThat(refusal(SHOP, new Append(path("log"), new Scalar("a"))).sentence())
                .contains("not a list");
    }

    @Test
    void changesAKeyAndNothingElse() throws Exception {
        ConfigPatch rename = new Rename(path("clusters/shop"), "store");
        assertThat(after(SHOP, rename)).isEqualTo(SHOP.replace("  shop:", "  store:"));
        assertThat(after("'a': {b: 1}   # c\n", new Rename(path("a"), "d"))).isEqualTo("'d': {b: 1}   # c\n");
        assertThat(after("a: {\"b\" : 1, c: 2}\n", new Rename(path("a/b"), "d")))
                .isEqualTo("a: {\"d\" : 1, c: 2}\n");
        assertThat(after("a: {b: 1}\n", new Rename(path("a/b"), "x: y"))).isEqualTo("a: {\"x: y\": 1}\n");
        assertThat(refusal(SHOP, new Rename(path("clusters/shop"), "bank")).sentence())
                .isEqualTo("there is a 'bank' already");
        assertThat(refusal(SHOP, new Rename(path("clusters/nobody"), "x")).sentence())
                .isEqualTo("there is no key 'nobody'");
        assertThat(refusal("a: [1]\n", new Rename(path("a/0"), "x")).line()).isEqualTo(1);
        assertThat(refusal("b: &b {x: 1}\na:\n  <<: *b\n  c: 1\n", new Rename(path("a/c"), "d"))
                        .sentence())
                .contains("merges");
    }

    @Test
    void letsTwoItemsChangePlacesWithTheirComments() throws Exception {
        assertThat(after(SHOP, new Swap(path("clusters/shop/nodes/0"))))
                .isEqualTo(SHOP.replaceFirst("(?s)      # the old.*# - [^\n]*\n", """
                      # the new machine
                      - {name: vcn2, address: "127.0.0.1:2"}

                      # the old machine
                      - {name: vcn1, address: "127.0.0.1:1"}   # in rack 1
                      # - {name: vcn3, address: "127.0.0.1:3"}
                """.indent(0)));
        assertThat(after(SHOP, new Swap(path("clusters/bank/nodes/0"))))
                .isEqualTo(SHOP.replace("127.0.0.1:4, 127.0.0.1:5", "127.0.0.1:5, 127.0.0.1:4"));
        assertThat(after("a:\n  - b: 1\n    c: 2   # two\n  - d: 3", new Swap(path("a/0"))))
                .as("a last line without an end")
                .isEqualTo("a:\n  - d: 3\n  - b: 1\n    c: 2   # two");
        assertThat(after("a: [\n  # one\n  {b: 1},   # first\n  {c: 2}\n]\n", new Swap(path("a/0"))))
                .isEqualTo("a: [\n  {c: 2},\n  # one\n  {b: 1}   # first\n]\n");
        assertThat(refusal(SHOP, new Swap(path("clusters/shop/nodes/1"))).sentence())
                .contains("no item below '1'");
        assertThat(refusal(SHOP, new Swap(path("clusters/shop"))).sentence()).contains("in a list");
        assertThat(refusal("a:\n  - - 1\n    - 2\n", new Swap(path("a/0/0"))).sentence())
                .contains("shares its line");
    }

    @Test
    void writesAListOfSectionsOnLinesOfItsOwn() throws Exception {
        ConfigValue routes = new Items(List.of(keys("host", "a.example", "cluster", "bank"), keys("cluster", "shop")));
        assertThat(after(
                        "listeners:\n  - name: web\n    address: \":80\"\n",
                        new Put(path("listeners/0/routes"), routes)))
                .isEqualTo("""
                        listeners:
                          - name: web
                            address: ":80"
                            routes:
                              - {host: a.example, cluster: bank}
                              - {cluster: shop}
                        """);
        assertThat(after("listeners: [{name: web}]\n", new Put(path("listeners/0/routes"), routes)))
                .isEqualTo("listeners: [{name: web, routes: [{host: a.example, cluster: bank}, {cluster: shop}]}]\n");
    }
}
