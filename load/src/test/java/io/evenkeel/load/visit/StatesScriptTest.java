// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.StateMix;
import io.evenkeel.load.StateMix.Embedded;
import io.evenkeel.load.StateMix.PageState;
import io.evenkeel.load.UserRequests;
import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StatesScriptTest {

    private static final URI ROOT = URI.create("http://127.0.0.1:9090/trade");

    @Test
    void asksForTheFilesOfAPageAndThenForTheNext() {
        Script script = script(
                new PageState("a", "GET /a", Map.of(1, 1.0), List.of(new Embedded(10, 0), new Embedded(20, 1))),
                new PageState("b", "POST /b?n={n:1}", Map.of(StateMix.END, 1.0), List.of()));

        assertThat(ask(script)).startsWith("GET /trade/a HTTP");
        assertThat(script.isMidway()).isTrue();
        assertThat(ask(script)).startsWith("GET /trade/files/a-0?octets=10 ").doesNotContain("If-Modified-Since");
        assertThat(ask(script)).startsWith("GET /trade/files/a-1?octets=20 ").contains("If-Modified-Since");
        assertThat(script.isMidway()).isFalse();
        assertThat(script.isOver()).isFalse();
        assertThat(ask(script)).startsWith("POST /trade/b HTTP").endsWith("\r\n\r\nn=0");
        assertThat(script.isOver()).isTrue();
    }

    @Test
    void goesBackToThePageBefore() {
        Script script = script(
                new PageState("a", "GET /a", Map.of(1, 1.0), List.of()),
                new PageState("b", "GET /b", Map.of(StateMix.BACK, 1.0), List.of()));

        assertThat(ask(script)).startsWith("GET /trade/a ");
        assertThat(ask(script)).startsWith("GET /trade/b ");
        assertThat(ask(script)).startsWith("GET /trade/a ");
    }

    private static Script script(PageState... states) {
        StateMix mix = new StateMix("test", "none", List.of(states), Distribution.parse("0"));
        Script script = new StatesScript(new UserRequests.States(ROOT, mix), "JSESSIONID", new SplittableRandom(1));
        script.begin();
        return script;
    }

    private static String ask(Script script) {
        String text = new String(script.next().message(), StandardCharsets.UTF_8);
        assertThat(script.look(CannedAnswer.page())).isNull();
        return text;
    }
}
