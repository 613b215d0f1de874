// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.admin.account.QuickPasswords;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An intruder who can choose every name, reason and log line, and who has a page of their own open in the
 * administrator's browser.
 */
@QuickPasswords
@Tag("thorough")
class IntruderChromiumIT {

    /** Ends an attribute, an element and a script. */
    private static final String EVIL = "\"'><img src=x onerror=\"window.owned=1\"></title></textarea></script>"
            + "<script>window.owned=1</script><a href=\"javascript:window.owned=1\">x</a>{{7*7}}${7*7}";

    /** Finds the elements and attributes of the page that can only come out of that text. */
    private static final String TRACES = """
            const bad = [...document.querySelectorAll('*')].filter(each =>
              each.matches('img[src=x], script:not([src]), iframe, object, embed, base')
              || [...each.attributes].some(one => one.name.startsWith('on') || /^\\s*javascript:/i.test(one.value)));
            return [window.owned ?? '', ...bad.map(each => each.outerHTML.slice(0, 200))].join('\\n');
            """;

    private static Site site;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        Chromium.need();
        site = Site.open(folder, EVIL);
    }

    @AfterAll
    static void close() throws Exception {
        if (site != null) {
            site.close();
        }
    }

    static List<Sight> sights() {
        return Sight.ALL;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sights")
    void runsNoScript(Sight sight) throws Exception {
        site.browser.complaints();
        sight.visit(site);
        if (!site.browser.run("return document.body.dataset.live ?? ''").isEmpty()) {
            site.browser.await("return document.getElementById('live')?.textContent ?? ''", "live"::equals);
        }
        assertThat(site.browser.run(TRACES)).isEmpty();
        assertThat(site.browser.complaints())
                .as("what the browser complained of")
                .doesNotContain("Content Security", "Uncaught", "violates");
    }

    /**
     * Ports are the same site to a browser, so that SameSite alone does not help against a page of another server on
     * this host.
     */
    @Test
    void changesNothingForAPageOfAnotherPort() throws Exception {
        int changes = site.control.commands.size();
        String forms = """
                <title>prizes</title><form method="post" action="%1$s" target="one">
                <input name="cluster" value="bank"><input name="node" value="vault"><input name="do" value="maint"></form>
                <iframe name="one"></iframe><iframe name="two" src="%2$s"></iframe>
                <script>document.forms[0].submit();
                fetch('%1$s', {method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams('cluster=bank&node=vault&do=maint')})
                  .finally(() => fetch('%2$s', {credentials: 'include'}).then(answer => answer.text()).catch(() => 'unread')
                    .then(text => { document.title = text; }));</script>
                """.formatted(site.at("/console/node"), site.at("/console"));
        HttpServer elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", exchange -> {
            byte[] page = forms.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        elsewhere.start();
        try {
            site.browser.complaints();
            site.browser.go(
                    URI.create("http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/"));
            assertThat(site.browser.await("return document.title", title -> !title.equals("prizes")))
                    .as("what the other page can read")
                    .isEqualTo("unread");
            assertThat(site.browser.await(
                            "return [0, 1].map(i => { try { return frames[i].document.title } catch { return 'closed' } }).join()",
                            "closed,closed"::equals))
                    .as("what the other page sees of its frames")
                    .isEqualTo("closed,closed");
            assertThat(site.control.commands).hasSize(changes);
            assertThat(site.browser.complaints()).contains("frame");
        } finally {
            elsewhere.stop(0);
        }
    }

    @Test
    void takesNoSessionThatWasPlanted(@TempDir Path folder) throws Exception {
        try (Site other = Site.open(folder, "vcn1")) {
            String name = "evenkeel-" + other.server.url().getPort();
            assertThat(other.browser.run("return document.cookie"))
                    .as("what scripts see")
                    .isEmpty();
            other.browser.click(".user button");
            assertThat(other.browser.text("h1", "Sign in to Evenkeel")).isEqualTo("Sign in to Evenkeel");
            String planted = "a".repeat(64);
            other.browser.go(other.at("/console/sign-in"));
            other.browser.run("document.cookie = arguments[0] + '; path=/'; return ''", name + "=" + planted);
            other.signIn("ann");
            assertThat(other.browser.cookies(name)).hasSize(1).doesNotContain(planted);
        }
    }
}
