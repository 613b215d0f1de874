// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Wire;
import io.evenkeel.dispatcher.mcmp.McmpMessage.McmpField;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A fuzzer's target: the fields of a message are those that Java's own decoder of forms finds, what is made of them
 * holds nothing that could be a line or a name of its own, and a refusal is one line of printable characters.
 */
public final class McmpMessageTarget {

    private McmpMessageTarget() {}

    /** Messages as servers send them. */
    public static List<byte[]> seeds() {
        return Stream.of(
                        "JVMRoute=node1&Host=127.0.0.1&Maxattempts=1&Port=8080&StickySessionForce=No&Type=http&ping=10",
                        "JVMRoute=node1&Alias=default-host%2Clocalhost&Context=%2Fshop",
                        "JVMRoute=4f1b2c&Host=%5B2001%3Adb8%3A%3A1%5D&Port=8443&Type=https&Domain=g1&flushpackets=On",
                        "JVMRoute=node1&Load=87",
                        "JVMRoute=node1&&Alias=a+b&Context=/%7euser/%41",
                        "JVMRoute=node1&Alias=h&Context=/a/../b",
                        "Scheme=http&Host=10.0.0.7&Port=8080\r\n")
                .map(Wire::bytes)
                .toList();
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        holds(octets);
    }

    /** True when the octets are fields of a message. */
    static boolean holds(byte[] octets) {
        McmpMessage message;
        try {
            message = McmpReader.read("CONFIG", "/", octets);
        } catch (McmpException e) {
            isOneLine(e);
            return false;
        }
        assertThat(message.fields()).isEqualTo(byJava(octets));
        makesFacts(message);
        makesContexts(message);
        return true;
    }

    private static List<McmpField> byJava(byte[] octets) {
        List<McmpField> fields = new ArrayList<>();
        String text = new String(octets, StandardCharsets.ISO_8859_1).replaceAll("[\r\n]+\\z", "");
        for (String each : text.split("&", -1)) {
            if (!each.isEmpty()) {
                int equals = each.indexOf('=');
                fields.add(new McmpField(decoded(each.substring(0, equals)), decoded(each.substring(equals + 1))));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.ISO_8859_1);
    }

    private static void makesFacts(McmpMessage message) {
        try {
            ServerFacts facts = ServerFacts.of(message);
            String all = facts.route() + facts.balancer() + facts.group() + facts.address();
            assertThat(all).matches("[A-Za-z0-9._: /\\[\\]%-]+");
        } catch (McmpException e) {
            isOneLine(e);
        }
    }

    private static void makesContexts(McmpMessage message) {
        try {
            AppFields apps = Objects.requireNonNull(AppFields.of(message, true));
            assertThat(String.join("", apps.contexts())).doesNotContain("//", "/../", ",", " ", "\"");
            assertThat(apps.contexts()).allMatch(path -> path.startsWith("/"));
        } catch (McmpException e) {
            isOneLine(e);
        }
    }

    private static void isOneLine(McmpException e) {
        String answer = new String(McmpAnswer.refused(e).toOctets(true), StandardCharsets.ISO_8859_1);
        assertThat(answer.lines().toList())
                .as("the lines of an answer")
                .hasSize(6)
                .element(3)
                .asString()
                .matches("Mess: (SYNTAX|MEM): [ -~]{1,300}");
    }
}
