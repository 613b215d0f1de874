// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteCacheSettings.CookieUse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The cache in forms and pages, over a dispatcher that runs with a file. */
class CachePagesIT extends FormConsole {

    private static final String PAGE = "/console/cache";
    private static final String FORM = LIST + "/cache";
    private static final String ROUTE = LIST + "/route?listener=web&route=";

    @Override
    String text(int port) {
        return """
                listeners:
                  - name: web
                    address: "127.0.0.1:0"
                    routes:
                      - {path: /kept, cluster: shop, cache: true}   # for all
                      - {cluster: shop}
                  - {name: back, address: "127.0.0.1:0", cluster: shop}
                clusters:
                  shop: {nodes: ["127.0.0.1:%d"]}
                """.formatted(port);
    }

    private @Nullable RouteCacheSettings cache(int route) {
        return dispatcher
                .control()
                .settings()
                .listeners()
                .get(0)
                .routes()
                .get(route - 1)
                .rules()
                .cache();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + dispatcher.port("web") + path;
    }

    private Answer explain(String url, String more) throws IOException {
        return browser.get("/api/v1/cache/explain?url=" + URLEncoder.encode(url, StandardCharsets.UTF_8) + more);
    }

    /** Lets the app server's answers be kept for a minute. */
    private void keepable() {
        node.removeContext("/");
        node.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Cache-Control", "max-age=60");
            exchange.getResponseHeaders().add("Cache-Tag", "red");
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("hello".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
    }

    /** Asks twice on one connection: when the second answer comes, the first one is stored. */
    private void askTwice() throws IOException, InterruptedException {
        assertThat(ask("web", "/kept")).isEqualTo(200);
        assertThat(ask("web", "/kept")).isEqualTo(200);
    }

    @Test
    void aFormGivesARouteACache() throws Exception {
        carry(ROUTE + "2", "cache", "on", "cache/max-object", "2MB", "cache/cookies", "ignored", "cache/wait", "1s");

        assertThat(file())
                .isEqualTo(text.replace(
                        "- {cluster: shop}",
                        "- {cluster: shop, cache: {max-object: 2MB, wait: 1s, cookies: ignored}}"));
        assertThat(cache(2))
                .isEqualTo(new RouteCacheSettings(
                        2 << 20, 0, Duration.ZERO, Duration.ofSeconds(1), CookieUse.IGNORED, true, false));
        text = file();

        carry(ROUTE + "2", "cache", "");
        assertThat(cache(2)).isNull();
    }

    @Test
    void aFormTakesACacheInItsShortForm() throws Exception {
        assertThat(form(ROUTE + "1")).containsEntry("cache", "on").containsEntry("cache/status", "true");

        carry(ROUTE + "1", "cache/stale-if-error", "10m");

        assertThat(file()).contains("cache: {status: true, stale-if-error: 10m}}   # for all");
        assertThat(cache(1))
                .isEqualTo(new RouteCacheSettings(
                        1 << 20, 0, Duration.ofMinutes(10), Duration.ofSeconds(5), CookieUse.EXPLICIT, true, false));
        text = file();
        carry(ROUTE + "2", "cache", "on");
        assertThat(cache(2)).as("with every default").isEqualTo(RouteCacheSettings.DEFAULTS);
    }

    @Test
    void aWrongValueIsToldBesideItsField() throws Exception {
        Answer refused = send(LIST + "/route", "preview", form(ROUTE + "1", "cache/max-object", "many"));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("<a href=\"#cache/max-object\">cache/max-object</a>");
        assertThat(file()).isEqualTo(text);
    }

    @Test
    void aFormChangesTheMemory() throws Exception {
        Answer applied = carry(FORM, "memory", "128MB");

        assertThat(applied.head()).contains("Location: " + FORM + "?done=applied");
        assertThat(file()).isEqualTo(text + "cache: 128MB\n");
        assertThat(dispatcher.control().settings().cache().memory()).isEqualTo(128L << 20);
        assertThat(browser.get(FORM + "?done=applied", HTML, ann).body()).contains("Applied.", "value=\"128MB\"");
        assertThat(browser.get("/console/audit", HTML, ann).body()).contains("cache changed", "spring sale");
        text = file();

        Answer refused = send(FORM, "preview", form(FORM, "memory", "1kB"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("<a href=\"#memory\">memory</a>");

        carry(FORM, "memory", "");
        assertThat(file()).doesNotContain("128MB");
        assertThat(dispatcher.control().settings().cache().memory()).isEqualTo(64L << 20);
    }

    @Test
    void saysWhatBecomesOfARequest() throws Exception {
        keepable();

        assertThat(explain(url("/kept"), "").body())
                .contains("\"listener\":\"web\"", "\"route\":1", "\"course\":\"uri-miss\"", "\"cluster\":\"shop\"");
        askTwice();
        assertThat(explain(url("/kept"), "").body()).contains("\"course\":\"hit\"", "\"status\":200", "\"bytes\":5");
        assertThat(explain(url("/other"), "").body()).contains("\"course\":\"not-cached\"", "\"route\":2");
        assertThat(explain("http://127.0.0.1:" + dispatcher.port("back") + "/kept", "")
                        .body())
                .contains("\"listener\":\"back\"", "\"course\":\"not-cached\"");
        assertThat(explain("http://shop.example.org/kept", "").body()).contains("name one of web, back");
        assertThat(explain("http://shop.example.org/kept", "&listener=web").body())
                .as("another host is another key")
                .contains("\"course\":\"uri-miss\"", "\"url\":\"http://shop.example.org/kept\"");
        assertThat(explain(url("/kept"), "&listener=till").status()).isEqualTo(404);
        String page = browser.get(PAGE + "?url=" + url("/kept"), HTML, ann).body();
        assertThat(page)
                .contains("The stored answer would be used.", "It comes to listener web, takes route 1 (/kept)");
    }

    @Test
    void thePageForgetsAnswersForOperatorsAlone() throws Exception {
        keepable();
        askTwice();
        String vera = session("vera", Role.VIEWER);
        String otto = session("otto", Role.OPERATOR);
        Map<String, String> order = Map.of("kind", "tag", "value", " red ");

        assertThat(browser.post(PAGE + "/purge", order, vera).status()).isEqualTo(403);
        assertThat(explain(url("/kept"), "").body()).contains("\"course\":\"hit\"");
        Answer done = browser.post(PAGE + "/purge", order, otto);

        assertThat(done.head()).contains("Location: " + PAGE + "?forgotten=1");
        assertThat(browser.get(PAGE + "?forgotten=1", HTML, otto).body())
                .contains("The answers of 1 URL are forgotten.")
                .doesNotContain("Change the memory");
        assertThat(explain(url("/kept"), "").body()).contains("\"course\":\"uri-miss\"");
        assertThat(browser.get("/console/audit", HTML, ann).body()).contains("purge", "tag red");
        assertThat(browser.post(PAGE + "/purge", Map.of("kind", "all", "value", ""), otto)
                        .status())
                .as("without saying so")
                .isEqualTo(400);
        assertThat(browser.post(PAGE + "/purge", Map.of("kind", "all", "sure", "yes"), otto)
                        .status())
                .isEqualTo(303);
        assertThat(browser.post(PAGE + "/purge", Map.of("kind", "url", "value", "/kept"), otto)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void whatCannotBeAnsweredStaysOnThePage() throws Exception {
        Answer asked = browser.get(PAGE + "?url=shop&field=X%3A%20%3Cb%3E", HTML, ann);

        assertThat(asked.status()).isEqualTo(400);
        assertThat(asked.body()).contains("is not a URL such as", "X: &lt;b&gt;", "value=\"shop\"");
    }
}
