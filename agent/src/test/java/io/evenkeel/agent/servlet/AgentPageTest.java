// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.agent.settings.AgentOptions;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentPageTest {

    private static final String TOKEN = "correct-horse";

    private final Exchanged exchange = new Exchanged();

    @ParameterizedTest
    @CsvSource({
        "/evenkeel-agent, json, application/json",
        "/evenkeel-agent.html, html, text/html;charset=utf-8",
        "/evenkeel-agent/orca, orca, text/plain;charset=utf-8",
        "/evenkeel-agent.html;jsessionid=1, html, text/html;charset=utf-8",
    })
    void everyPathHasItsForm(String path, String form, String contentType) throws IOException {
        exchange.path = path;
        ask(page("", false));

        assertThat(exchange.status).isEqualTo(200);
        assertThat(exchange.body).isEqualTo("the sample as " + form);
        assertThat(exchange.answerFields)
                .containsEntry("Content-Type", contentType)
                .containsEntry("Cache-Control", "no-store");
    }

    @Test
    void withoutATokenOnlyThisMachineReads() throws IOException {
        exchange.address = "192.0.2.7";
        ask(page("", false));

        assertThat(exchange.status).isEqualTo(403);
        assertThat(exchange.body).contains("evenkeel.agent.token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-For", "Forwarded", "Via"})
    void withoutATokenNobodyReadsThroughAProxy(String field) throws IOException {
        exchange.fields.put(field, "192.0.2.7");
        ask(page("", false));

        assertThat(exchange.status).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer wrong", "Bearer ", "Basic correct-horse", "correct-horse"})
    void withATokenNothingElseOpens(String sent) throws IOException {
        exchange.fields.put("Authorization", sent);
        ask(page(TOKEN, false));

        assertThat(exchange.status).isEqualTo(401);
        assertThat(exchange.answerFields).containsKey("WWW-Authenticate");
        assertThat(exchange.body).doesNotContain("sample as");
    }

    @Test
    void theTokenOpensFromEverywhere() throws IOException {
        exchange.fields.put("Authorization", "Bearer " + TOKEN);
        exchange.fields.put("X-Forwarded-For", "192.0.2.7");
        exchange.address = "192.0.2.1";
        ask(page(TOKEN, false));

        assertThat(exchange.status).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"'', json, 200", "/, json, 200", "/index.html, html, 200", "/orca, orca, 200", "/favicon.ico, '', 404"})
    void aloneInItsApplicationItIsAtTheRoot(String path, String form, int status) throws IOException {
        exchange.path = path;
        ask(page("", true));

        assertThat(exchange.status).isEqualTo(status);
        assertThat(exchange.body).endsWith(form.isEmpty() ? "root\n" : form);
    }

    @Test
    void aBrowserGetsTheTableAtTheRoot() throws IOException {
        exchange.path = "/";
        exchange.fields.put("Accept", "text/html,application/xhtml+xml");
        ask(page("", true));

        assertThat(exchange.body).isEqualTo("the sample as html");
    }

    @Test
    void headHasNoBodyAndPostIsRefused() throws IOException {
        exchange.method = "HEAD";
        ask(page("", false));
        assertThat(exchange.status).isEqualTo(200);
        assertThat(exchange.body).isEmpty();

        exchange.method = "POST";
        ask(page("", false));
        assertThat(exchange.status).isEqualTo(405);
    }

    @Test
    void withoutASampleItSaysSo() throws IOException {
        AgentPage<Exchanged, Exchanged> page = page("", false);
        page.show(null);
        ask(page);

        assertThat(exchange.status).isEqualTo(503);
    }

    private void ask(AgentPage<Exchanged, Exchanged> page) throws IOException {
        page.answer(exchange, exchange);
    }

    private static AgentPage<Exchanged, Exchanged> page(String token, boolean standalone) {
        AgentOptions settings = AgentOptions.ofApplication(Map.of("token", token));
        AgentPage<Exchanged, Exchanged> page = new AgentPage<>(new Exchanged.Calls(), settings, standalone);
        page.show(form -> "the sample as " + form);
        return page;
    }
}
