// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.JoinSettings;
import io.evenkeel.config.Problem;
import io.evenkeel.config.address.HostPort;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joined dispatchers: what is read, and what is wrong. */
class JoinTest {

    private static SettingsFile file(String join) {
        return SettingsFile.of("cluster-key: 0123456789abcdef0123456789abcdef\njoin: " + join + """

                listeners: [{name: web, address: ":8080", cluster: shop}]
                clusters: {shop: {nodes: [{address: "127.0.0.1:18080"}]}}
                """, "shop.yaml");
    }

    private static List<String> problems(SettingsFile file) {
        return file.check().stream().map(Problem::render).toList();
    }

    @Test
    void aListOfMembersIsEnough() throws Exception {
        SettingsFile file = file("{address: \"10.0.0.1:7800\", members: [\"10.0.0.1:7800\", \"10.0.0.2:7800\"]}");

        assertThat(problems(file)).isEmpty();
        assertThat(file.load().join())
                .isEqualTo(new JoinSettings(
                        new HostPort("10.0.0.1", 7800),
                        List.of(new HostPort("10.0.0.1", 7800), new HostPort("10.0.0.2", 7800))));
    }

    @Test
    void aNameOfAllMembersIsEnough() throws Exception {
        SettingsFile file = file("{address: \"10.0.0.1:7800\", members: \"evenkeel-join:7800\"}");

        assertThat(problems(file)).isEmpty();
        assertThat(file.load().join())
                .isEqualTo(
                        new JoinSettings(new HostPort("10.0.0.1", 7800), List.of(new HostPort("evenkeel-join", 7800))));
    }

    @Test
    void aChangeOfTheFileCanWait() throws Exception {
        JoinSettings read = file("{address: \"10.0.0.1:7800\", members: \"a:7800\", watch: false}")
                .load()
                .join();

        assertThat(read)
                .isEqualTo(new JoinSettings(new HostPort("10.0.0.1", 7800), List.of(new HostPort("a", 7800)), false));
    }

    @Test
    void withoutTheSectionADispatcherIsByItself() throws Exception {
        assertThat(file("off").load().join()).isNull();
    }

    @Test
    void wantsAClusterKey() {
        SettingsFile file = SettingsFile.of("""
                join: {address: "10.0.0.1:7800", members: ["10.0.0.1:7800"]}
                listeners: [{name: web, address: ":8080", cluster: shop}]
                clusters: {shop: {nodes: [{address: "127.0.0.1:18080"}]}}
                """, "shop.yaml");

        assertThat(problems(file))
                .singleElement()
                .asString()
                .contains("'join' needs a 'cluster-key'")
                .contains("openssl rand -hex 32");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{members: [\"10.0.0.1:7800\"]} | address",
                "{address: \"10.0.0.1:7800\"} | members",
                "{address: \"10.0.0.1:7800\", members: [\"a:1:2\"]} | address",
                "{address: \":7800\", members: \"a:7800\"} | could not find this one",
                "{address: \"[::]:7800\", members: \"a:7800\"} | could not find this one",
                "{address: \"10.0.0.1:0\", members: \"a:7800\"} | port 0",
                "{address: \"10.0.0.1:7800\", members: [\"10.0.0.1:7800\", \":7800\"]} | no dispatcher can be reached",
                "{address: \"10.0.0.1:7800\", members: [\"10.0.0.2:7800\"]} | none of the 'members'",
            })
    void aMistakeIsNamed(String join, String said) {
        assertThat(problems(file(join))).singleElement().asString().contains(said);
    }
}
