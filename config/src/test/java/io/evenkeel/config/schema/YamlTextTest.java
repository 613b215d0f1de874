// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.TextPlace;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTextTest {

    private static final Section RECIPE = Section.of(
            "the recipe",
            Key.required("name", ScalarTypes.TEXT, "The name."),
            Key.of("rest", ScalarTypes.FINE_DURATION, "1s", "The time to rest."),
            Key.optional("heat", ScalarTypes.MULTIPLE, "The heat, as a share of the usual."),
            Key.optional("steps", new Listing(ScalarTypes.TEXT, 1, true), "The steps."));

    private static final NamedValues RECIPES = new NamedValues(RECIPE, ScalarTypes.TEXT);

    private static ParsedSection read(String text) throws SettingsException {
        return YamlText.read("soup.yaml", text, RECIPE).root();
    }

    private static List<String> steps(ParsedSection recipe) {
        return Objects.requireNonNull(recipe.item("steps")).items().stream()
                .map(ParsedSection.Item::text)
                .toList();
    }

    @Test
    void valuesAndDefaultsAreRead() throws Exception {
        ParsedSection soup = read("{name: soup, heat: 150%, steps: [cut, cook]}");

        assertThat(soup.value("name", String.class)).isEqualTo("soup");
        assertThat(soup.value("rest", Duration.class)).isEqualTo(Duration.ofSeconds(1));
        assertThat(soup.value("heat", Double.class)).isEqualTo(1.5);
        assertThat(steps(soup)).containsExactly("cut", "cook");
    }

    @ParameterizedTest
    @CsvSource({"250us, 250000", "1.5ms, 1500000", "0, 0", "2h, 7200000000000"})
    void timesMayBeShort(String written, long ns) throws Exception {
        assertThat(read("{name: soup, rest: " + written + "}").value("rest", Duration.class))
                .isEqualTo(Duration.ofNanos(ns));
    }

    @Test
    void oneItemMayStandAlone() throws Exception {
        assertThat(steps(read("{name: soup, steps: cook}"))).containsExactly("cook");
    }

    @Test
    void namesAreTheAuthors() throws Exception {
        YamlText recipes = YamlText.read("book.yaml", "on Friday*: {name: soup}", RECIPES);

        assertThat(recipes.root().given()).containsExactly("on Friday*");
    }

    @Test
    void referencesStayAsWritten() throws Exception {
        assertThat(read("name: ${env:HOME} ${file:/etc/hostname}").value("name", String.class))
                .isEqualTo("${env:HOME} ${file:/etc/hostname}");
    }

    @Test
    void everyErrorIsTold() {
        SettingsException wrong =
                catchThrowableOfType(SettingsException.class, () -> read("nam: soup\nrest: 5\nsteps: {a: 1}\n"));

        assertThat(wrong.problems())
                .extracting(Problem::toString)
                .containsExactly(
                        "soup.yaml:1:1: error: unknown key 'nam'; did you mean 'name'?",
                        "soup.yaml:1:1: error: 'name' is missing from the recipe",
                        "soup.yaml:2:7: error: 'rest' must be a time with its unit, such as 250us, 4ms, 1.5s or 10m,"
                                + " or 0; did you mean '5s'?",
                        "soup.yaml:3:8: error: 'steps' must be a text that is not empty, not a section of keys");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {"\"\" | the file is empty", "soup | the file must be a section of keys, not 'soup'"})
    void whatIsNoSectionIsRefused(String text, String message) {
        SettingsException wrong = catchThrowableOfType(SettingsException.class, () -> read(text));

        assertThat(wrong.problems()).extracting(Problem::message).contains(message);
    }

    @Test
    void aRuleOfTheCallerIsShownAtItsPlace() throws Exception {
        YamlText soup = YamlText.read("soup.yaml", "name: soup\nheat: 3\n", RECIPE);
        TextPlace place = soup.root().placeOf("heat");

        assertThat(YamlText.inWords("soup.yaml", soup.wrong(place, "too hot", "at most 2")))
                .isEqualTo("""
                soup.yaml cannot be used
                error: too hot
                  --> soup.yaml:2:7
                  |
                2 | heat: 3
                  |       ^ at most 2
                1 problem (1 error, 0 warnings)""");
    }
}
