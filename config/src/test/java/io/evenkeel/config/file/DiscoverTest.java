// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Problem;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings;
import io.evenkeel.config.file.discover.NodesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes that are found elsewhere: what is read, and what is wrong. */
final class DiscoverTest {

    @TempDir
    Path folder;

    private static SettingsFile file(String cluster) {
        return SettingsFile.of("""
                listeners: [{name: web, address: "127.0.0.1:8080", cluster: shop}]
                clusters: {shop: {%s}}
                """.formatted(cluster), "/etc/evenkeel/shop.yaml");
    }

    private static DiscoverSettings discover(String section) throws Exception {
        return Objects.requireNonNull(Objects.requireNonNull(
                        file("discover: {" + section + "}").load().clusters().get("shop"))
                .discover());
    }

    private static List<String> problems(String cluster) {
        return file(cluster).check().stream().map(Problem::render).toList();
    }

    @Test
    void everySourceIsRead() throws Exception {
        assertThat(discover("dns: shop.svc.local, port: 8080"))
                .isEqualTo(new DiscoverSettings(
                        new SourceSettings.Dns("shop.svc.local", 8080, List.of()),
                        null,
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(1),
                        256,
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE));
        assertThat(discover("srv: _http._tcp.shop.local, servers: [\"127.0.0.1:53\", \"[::1]:53\"]")
                        .source())
                .isEqualTo(new SourceSettings.Srv(
                        "_http._tcp.shop.local", List.of(new HostPort("127.0.0.1", 53), new HostPort("::1", 53))));
        assertThat(discover("file: nodes.yaml").source())
                .as("in the folder of the configuration")
                .isEqualTo(new SourceSettings.NodeFile(Path.of("/etc/evenkeel/nodes.yaml")));
        assertThat(discover("kubernetes: {service: shop}").source())
                .isEqualTo(new SourceSettings.Kubernetes(null, "shop", null, null, null));
        assertThat(discover("consul: {service: shop}").source())
                .isEqualTo(new SourceSettings.Consul("shop", "http://127.0.0.1:8500", null, null, null));
    }

    @Test
    void aTokenIsNeverShown() throws Exception {
        SettingsFile file = file("discover: {consul: {service: shop, token: s3cret}}");

        assertThat(file.load().toString()).doesNotContain("s3cret");
        assertThat(file.show()).doesNotContain("s3cret").contains("token: \"********\"");
    }

    @Test
    void aFileOfNodesThatIsNotThereIsAWarning() throws Exception {
        SettingsFile file = file("discover: {file: nodes.yaml}");

        assertThat(file.load()).isNotNull();
        assertThat(file.warnings())
                .singleElement()
                .asString()
                .contains("no nodes are found there now: there is no file /etc/evenkeel/nodes.yaml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "policy: random | 'nodes' is missing from cluster | say with 'discover' where they are found",
                "discover: {} | 'discover' does not say where nodes are found | add 'dns', 'srv', 'file', 'kubernetes' or 'consul'",
                "discover: {dns: a.local, port: 1, file: x} | 'dns' and 'file' cannot be mixed in one cluster | make a cluster for each",
                "discover: {dns: a.local} | 'dns' needs a 'port' | such as port: 8080",
                "discover: {srv: a.local, port: 80} | 'port' does nothing with 'srv' | 'srv' tells the ports itself",
                "discover: {file: x, servers: '1.1.1.1:53'} | 'servers' does nothing with 'file' | it is for 'dns' and 'srv'",
                "discover: {kubernetes: {service: x}, interval: 1s} | 'interval' does nothing with 'kubernetes' | this source tells changes at once",
                "discover: {dns: a.local, port: 80, servers: 'ns.local:53'} | a name server is named by its address | such as 10.0.0.53:53",
                "discover: {kubernetes: {name: shop}} | 'service' is missing from kubernetes | ``",
                "discover: {consol: {service: x}} | unknown key 'consol' | did you mean 'consul'?"
            })
    void mistakesAreNamedWithARemedy(String cluster, String message, String remedy) {
        assertThat(problems(cluster)).anySatisfy(problem -> assertThat(problem).contains(message, remedy));
    }

    @Test
    void aFileOfNodesIsReadAsStrictlyAsAConfiguration() throws Exception {
        Path file = folder.resolve("nodes.yaml");
        Files.writeString(file, "nodes:\n  - {name: a, address: 'app1:8080', weight: 2}\n  - 10.0.0.2:8080\n");
        assertThat(NodesFile.read(file))
                .containsExactly(
                        new NodeSettings("a", new HostPort("app1", 8080), 2, Integer.MAX_VALUE, Integer.MAX_VALUE),
                        new NodeSettings(
                                "10.0.0.2:8080",
                                new HostPort("10.0.0.2", 8080),
                                1,
                                Integer.MAX_VALUE,
                                Integer.MAX_VALUE));

        Files.writeString(file, "nodes:\n  - {name: a, adress: 'app1:8080'}\n");
        assertRefused(file, "nodes.yaml line 2", "adress");
        Files.writeString(file, "nodes:\n  - {name: a, address: 'x:1'}\n  - {name: a, address: 'x:2'}\n");
        assertRefused(file, "nodes.yaml line 3", "two nodes are named 'a'; give each a 'name' of its own");
        Files.writeString(file, """
                nodes:
                  - {name: 8yn0iYCKYHlIj4-BwPqk, address: 'x:1'}
                  - {name: GReLUrM4wMqfg9yzV3KQ, address: 'x:2'}
                """);
        assertRefused(
                file,
                "nodes.yaml line 3",
                "nodes '8yn0iYCKYHlIj4-BwPqk' and 'GReLUrM4wMqfg9yzV3KQ' cannot be told apart, because their names have"
                        + " the same hash; rename one of them");
        Files.write(file, new byte[NodesFile.MOST_OCTETS + 1]);
        assertRefused(file, "nodes.yaml", "is longer than");
        Files.delete(file);
        assertRefused(file, "there is no file", "nodes.yaml");
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeIsNoFileOfNodes() throws Exception {
        Path pipe = folder.resolve("nodes.yaml");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertRefused(pipe, "nodes.yaml is no file but a pipe or a device");
    }

    private static void assertRefused(Path file, String... words) {
        assertThatThrownBy(() -> NodesFile.read(file))
                .isInstanceOf(IOException.class)
                .message()
                .contains(words);
    }
}
