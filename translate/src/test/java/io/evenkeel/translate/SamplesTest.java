// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.file.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every sample beside the configuration that it becomes; {@code -Dwrite=true} writes these again. */
final class SamplesTest {

    private static final Path SAMPLES = Path.of("src/test/resources/samples");

    static List<Path> samples() throws IOException {
        try (Stream<Path> all = Files.walk(SAMPLES, 2)) {
            return all.filter(each -> each.toString().matches(".*[.](cfg|conf)"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void becomesTheConfigurationBesideIt(Path sample) throws Exception {
        Translation translation = Translator.translate(sample, null);
        Path expected = sample.resolveSibling(sample.getFileName() + ".yaml");
        String text = translation.text().replace(Path.of("").toAbsolutePath() + "/", "");
        if (Boolean.getBoolean("write")) {
            Files.writeString(expected, text);
        }

        assertThat(translation.peer().name().toLowerCase(Locale.ROOT))
                .isEqualTo(String.valueOf(sample.getName(sample.getNameCount() - 2)));
        assertThat(text).isEqualTo(Files.readString(expected));
    }

    /** Certificates are not on the machine of the test; everything else must be right. */
    @ParameterizedTest
    @MethodSource("samples")
    void isValidExceptForFilesThatAreNotHere(Path sample) throws Exception {
        String text = Translator.translate(sample, null).text();

        List<Problem> errors = SettingsFile.of(text, "evenkeel.yaml").check().stream()
                .filter(Problem::isError)
                .filter(
                        each -> !each.message()
                                .matches(
                                        "(?s).*(no such file|there is no file|has no address|EVENKEEL_AGENT_TOKEN is not set).*"))
                .toList();

        assertThat(errors).as(text).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noPasswordIsShown(Path sample) throws Exception {
        assertThat(Translator.translate(sample, null).text()).doesNotContain("secret-of-");
    }
}
