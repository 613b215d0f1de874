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

    @Test
    void pagesThatLogInAndTheSignOfBeingThrownOutAreRead() throws Exception {
        PageMix mix = read("""
                thrown-out: {redirect: /login}
                states:
                  login: {page: POST /login, login: true, next: {cart: 1}}
                  cart: {page: GET /cart, next: {login: 1}}
                """);

        assertThat(mix.states().get(0).isLogin()).isTrue();
        assertThat(mix.states().get(1).isLogin()).isFalse();
        assertThat(mix.thrownOut()).isEqualTo(new PageMix.ThrownOut("/login", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "start: home | 1:1 | a mix needs 'states'",
                "pages: {} | 1:1 | unknown key 'pages'",
                "states: {home: {}} | 1:10 | state 'home' needs 'next'",
                "states: {home: {next: {home: 0.5}}} | 1:23 | the shares after 'home' add up to 0.5000 and not to 1",
                "states: {home: {next: {home: 50%}}} | 1:23 | the shares after 'home' add up to 0.5000 and not to 1",
                "states: {home: {next: {hone: 1}}} | 1:24 | there is no state 'hone'",
                "states: {shop: {next: {shop: 1}}} | 1:10 | 'shop' is neither method and path",
                "states: {home: {page: cart, next: {home: 1}}} | 1:23 | 'cart' is neither method and path",
                "states: {home: {next: {home: lots}}} | 1:30 | 'home' must be a share such as 20% or 0.2, from 0 to 1",
                "{start: x, states: {home: {next: {home: 1}}}} | 1:9 | there is no state 'x'",
                "states: {home: {nxt: 1, next: {home: 1}}} | 1:17 | unknown key 'nxt'",
                "states: {home: {next: {home: 1, home: 1}}} | 1:33 | key 'home' is given twice",
                "{thrown-out: {}, states: {home: {next: {home: 1}}}} | 1:2 | 'thrown-out' needs 'redirect' or 'text'",
                "states: {home: {login: maybe, next: {home: 1}}} | 1:24 | 'login' must be true or false",
                "states: [ | 1:10 | not valid YAML",
            })
    void whatIsWrongIsSaidWithItsPlace(String text, String place, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(LoadFileException.class)
                .hasMessageContaining("mix.yaml:" + place + "\n")
                .hasMessageContaining(message);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> MixFile.read(folder.resolve("none.yaml"))).hasMessageContaining("none.yaml");
    }
}
