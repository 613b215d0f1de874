// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that dispatchers share: whole, too short, and cut. */
class ClusterKeyTest {

    private static final String WHOLE = "0123456789abcdef".repeat(4);

    private static final String TEXT = """
            listeners: [{address: "127.0.0.1:9090", cluster: shop}]
            clusters: {shop: {nodes: ["127.0.0.1:18080"]}}
            """;

    @TempDir
    Path folder;

    private List<String> problems(String more) throws IOException {
        return SettingsFile.open(Files.writeString(folder.resolve("shop.yaml"), TEXT + more)).check().stream()
                .map(Problem::render)
                .toList();
    }

    private List<String> ofFile(String content) throws IOException {
        Files.writeString(folder.resolve("cluster.key"), content);
        return problems("cluster-key: ${file:cluster.key}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n"})
    void aWholeKeyIsGood(String end) throws Exception {
        assertThat(ofFile(WHOLE + end)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {33, 41, 47, 63})
    void aKeyThatWasCutIsNoKey(int length) throws Exception {
        assertThat(ofFile(WHOLE.substring(0, length) + "\n"))
                .singleElement()
                .asString()
                .contains(
                        "the key in file cluster.key has " + length
                                + " hexadecimal digits of 64, so it seems to be cut",
                        "copy the whole file from a dispatcher that has it",
                        "openssl rand -hex 32");
    }

    @Test
    void anOldKeyThatWasCutIsNoKeyEither() throws Exception {
        Files.writeString(folder.resolve("old.key"), WHOLE.substring(1).toUpperCase(Locale.ROOT));

        assertThat(problems("cluster-key: " + WHOLE + "\nold-cluster-key: ${file:old.key}\n"))
                .singleElement()
                .asString()
                .contains("the key in file old.key has 63 hexadecimal digits of 64");
    }

    @Test
    void aKeyThatSomebodyHasWrittenIsGood() throws Exception {
        assertThat(problems("cluster-key: " + WHOLE.substring(0, 32) + "\n")).isEmpty();
        assertThat(ofFile("a key of our own, which has 40 characters")).isEmpty();
        assertThat(ofFile(WHOLE + WHOLE)).isEmpty();
        for (int bits : new int[] {128, 160, 192}) {
            assertThat(ofFile(WHOLE.substring(0, bits / 4))).as("%d bits", bits).isEmpty();
        }
    }

    @Test
    void aFileThatIsNotThereIsOneError() throws Exception {
        assertThat(
                        problems(
                                "cluster-key: ${file:none.key}\njoin: {address: \"10.0.0.1:7800\", members: [\"10.0.0.2:7800\"]}\n"))
                .filteredOn(problem -> problem.contains("error"))
                .singleElement()
                .asString()
                .contains("file none.key cannot be read: there is no such file", "^ paths begin in " + folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \n\n"})
    void aFileWithNothingInItIsSaidToBeEmpty(String content) throws Exception {
        assertThat(ofFile(content))
                .singleElement()
                .asString()
                .contains("'cluster-key' must be a text that is not empty", "^ file cluster.key is empty");
    }

    @Test
    void aKeyWithNothingInItIsSaidToBeEmpty() throws Exception {
        assertThat(problems("cluster-key: \"\"\n"))
                .singleElement()
                .asString()
                .contains("'cluster-key' must be a text that is not empty")
                .doesNotContain("did you mean");
    }

    @Test
    void aShortKeyCouldBeGuessed() throws Exception {
        assertThat(ofFile(WHOLE.substring(0, 31))).singleElement().asString().contains("could be guessed");
    }
}
