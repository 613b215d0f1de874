// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.load.PageMix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixFileTest {

    @TempDir
    private Path folder;

    private PageMix read(String text) throws IOException, LoadFileException {
        return MixFile.read(Files.writeString(folder.resolve("mix.yaml"), text));
    }

    @Test
    void statesPagesAndSharesAreRead() throws Exception {
        PageMix mix = read("""
                start: cart
                states:
                  home: {next: {home: 0.25, cart: 0.75}}
                  cart: {page: GET /cart?x=1, next: {home: 1}}
                """);

        assertThat(mix.start()).isEqualTo(1);
        assertThat(mix.states().get(0).page()).isEqualTo("home");
        assertThat(mix.states().get(0).next()).containsExactly(0.25, 0.75);
        assertThat(mix.states().get(1).page()).isEqualTo("GET /cart?x=1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pages: {} | a mix needs 'states'",
                "states: {home: {}} | states.home: needs 'next'",
                "states: {home: {next: {home: 0.5}}} | states.home.next: the shares add up to 0.5000 and not to 1",
                "states: {home: {next: {hone: 1}}} | states.home.next: there is no state 'hone'; there are home",
                "states: {shop: {next: {shop: 1}}} | states.shop.page: 'shop' is neither method and path",
                "states: {home: {next: {home: lots}}} | states.home.next.home: a share is a number",
                "{start: x, states: {home: {next: {home: 1}}}} | start: there is no state 'x'; there are home",
                "states: {home: {nxt: 1, next: {home: 1}}} | states.home: unknown key 'nxt'; there are next, page",
                "states: {home: {next: {home: 1, home: 1}}} | mix.yaml:1:",
                "states: [ | mix.yaml:1:",
            })
    void whatIsWrongIsSaidWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(LoadFileException.class)
                .hasMessageContaining("mix.yaml")
                .hasMessageContaining(message);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> MixFile.read(folder.resolve("none.yaml"))).hasMessageContaining("none.yaml");
    }
}
