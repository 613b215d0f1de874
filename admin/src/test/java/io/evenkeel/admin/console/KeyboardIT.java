// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.QuickPasswords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The console without a mouse, and for users of screen readers. */
@QuickPasswords
@Tag("thorough")
class KeyboardIT {

    private static final String TAB = "\ue004";
    private static final String ENTER = "\ue007";
    private static final String SPACE = " ";
    private static final int MOST_TABS = 60;

    /** Remembers the places of the focus, and whether it was visible there. */
    private static final String WATCH = """
            window.hides = at => {
              const style = getComputedStyle(at);
              const box = at.getBoundingClientRect();
              return style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2 || box.width < 1 || box.left < 0
                  || box.bottom < 0 || box.top > innerHeight;
            };
            window.visited = [];
            window.unseen = 0;
            addEventListener('focusin', event => {
              // a window that gets the focus back says once more where it was
              if (window.visited.at(-1) !== event.target) window.visited.push(event.target);
              window.unseen += hides(event.target);
            });
            document.activeElement.blur();
            window.operable = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
              .filter(each => each.checkVisibility() && !each.disabled && each.type !== 'hidden')
              // what Enter presses in a form, and nobody sees or hears
              .filter(each => each.tabIndex >= 0 || each.ariaHidden !== 'true')
              .filter(each => each.type !== 'radio' || each.checked);
            return String(window.operable.length);
            """;

    private static Site site;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        Chromium.need();
        site = Site.open(folder, "vcn1");
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
    void reachesEverythingInOrderAndSeesWhereItIs(Sight sight) throws Exception {
        site.browser.look(1280, 900, false);
        sight.visit(site);
        int operable = Integer.parseInt(site.browser.run(WATCH));
        site.browser.hold(TAB, operable + 2);
        assertThat(site.browser.run("return operable.filter(each => each.isConnected && !visited.includes(each))"
                        + ".map(each => each.outerHTML.slice(0, 120)).join('\\n')"))
                .as("%s: what no key reaches", sight)
                .isEmpty();
        assertThat(site.browser.run("""
                const around = visited.slice(0, operable.length);
                return around.filter((each, i) => i > 0 && each !== operable[0]
                    && !(around[i - 1].compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING))
                  .map(each => each.outerHTML.slice(0, 120)).join('\\n')"""))
                .as("%s: what comes out of turn", sight)
                .isEmpty();
        if (!site.browser.run("return String(unseen)").equals("0")) {
            lookAgain(sight, operable + 2);
        }
    }

    /**
     * Looks at each place until it is drawn: the browser reports a focus before that, above all one that returns into
     * the page.
     */
    private static void lookAgain(Sight sight, int steps) throws Exception {
        String hidden = "const at = document.activeElement;"
                + " return at !== document.body && hides(at) ? at.outerHTML.slice(0, 120) : ''";
        for (int i = 0; i < steps; i++) {
            site.browser.press(TAB);
            assertThat(site.browser.await(hidden, String::isEmpty))
                    .as("%s: what has the focus and does not show it", sight)
                    .isEmpty();
        }
    }

    @Test
    void skipsToTheContent() throws Exception {
        site.browser.go(site.at("/console/audit"));
        site.browser.press(TAB + ENTER);
        assertThat(site.browser.await("return document.activeElement.id", "main"::equals))
                .isEqualTo("main");
        site.browser.press(TAB);
        assertThat(site.browser.run("return document.activeElement.id")).isEqualTo("words");
    }

    @Test
    void drainsANode() throws Exception {
        int before = site.control.commands.size();
        site.browser.go(site.at("/console"));
        tabTo("a[href*='/console/node']");
        site.browser.press(ENTER);
        site.browser.text("h1", "vcn1 127.0.0.1:18080");
        tabTo("#reason");
        site.browser.press("new kernel");
        tabTo("button[value=drain]");
        site.browser.press(SPACE);
        assertThat(site.browser.text(
                        "[role=status]", "Draining: it gets no new requests, and those it has may finish."))
                .isEqualTo("Draining: it gets no new requests, and those it has may finish.");
        assertThat(site.control.commands.subList(before, site.control.commands.size()))
                .containsExactly("vcn1/vcn1 DRAIN new kernel");
    }

    @Test
    void sortsATableAndSaysHow() throws Exception {
        site.browser.go(site.at("/console/cluster?cluster={said}"));
        tabTo("thead a[href*='sort=cpu']");
        site.browser.press(ENTER);
        String sorted =
                "return [...document.querySelectorAll('th[aria-sort]')].map(th => th.ariaSort + ' ' + th.textContent).join()";
        assertThat(site.browser.await(sorted, text -> text.startsWith("descending")))
                .startsWith("descending CPU");
        tabTo("thead a[href*='sort=cpu']");
        site.browser.press(ENTER);
        assertThat(site.browser.await(sorted, text -> text.startsWith("ascending")))
                .startsWith("ascending CPU");
    }

    @Test
    void opensAndClosesAChoice() throws Exception {
        site.browser.go(site.at("/console/decisions?cluster={said}"));
        tabTo(".choices summary");
        String open = "return String(document.querySelector('.choices details').open)";
        site.browser.press(ENTER);
        assertThat(site.browser.await(open, "true"::equals)).isEqualTo("true");
        site.browser.press(SPACE);
        assertThat(site.browser.await(open, "false"::equals)).isEqualTo("false");
    }

    @Test
    void saysWhenANodesStateChangesAndNoMoreThanOnceInFiveSeconds() throws Exception {
        site.browser.go(site.at("/console"));
        site.browser.await("return document.getElementById('live')?.textContent ?? ''", "live"::equals);
        site.browser.run("""
                window.news = [];
                new MutationObserver(() => news.push([performance.now(), document.querySelector('.unseen[role=status]').textContent]))
                  .observe(document.querySelector('.unseen[role=status]'), { childList: true });
                return ''""");
        try {
            site.control.bankNodesUp = 0;
            String first = "return window.news[0]?.[1] ?? ''";
            assertThat(site.browser.await(first, text -> !text.isEmpty()))
                    .matches("vault is down, bank: all nodes down since [^;]+; 1 of 2 clusters serves");
            site.control.bankNodesUp = 1;
            String second = "return window.news[1]?.[1] ?? ''";
            assertThat(site.browser.await(second, text -> !text.isEmpty()))
                    .isEqualTo("vault is up, 2 of 2 clusters serve");
            assertThat(Double.parseDouble(site.browser.run("return String(news[1][0] - news[0][0])")))
                    .as("milliseconds between them")
                    .isGreaterThanOrEqualTo(4_990);
        } finally {
            site.control.bankNodesUp = 1;
        }
    }

    @Test
    void showsTimesOfTheBrowsersZoneAndUtcBeside() throws Exception {
        site.browser.moveTo("Asia/Tokyo");
        site.browser.go(site.at("/console"));
        String shown =
                "const time = document.querySelector('main > .hint time'); return `${time.textContent} | ${time.title}`";
        assertThat(site.browser.await(shown, text -> !text.startsWith("2023-")))
                .contains("15", "7:13:20")
                .endsWith(" | 2023-11-14T22:13:20.000Z");
    }

    @Test
    void movesNothingForThoseWhoAskForStillness() throws Exception {
        site.browser.look(1280, 900, false);
        site.browser.go(site.at("/console/node?cluster={said}&node={said}"));
        assertThat(site.browser.run("return [...document.querySelectorAll('*')]"
                        + ".filter(each => getComputedStyle(each).transitionDuration !== '0s' || each.getAnimations().length)"
                        + ".map(each => each.outerHTML.slice(0, 80)).join('\\n')"))
                .isEmpty();
    }

    private static void tabTo(String css) throws IOException, InterruptedException {
        for (int i = 0; i < MOST_TABS; i++) {
            site.browser.press(TAB);
            if (site.browser
                    .run("return String(document.activeElement.matches(arguments[0]))", css)
                    .equals("true")) {
                return;
            }
        }
        throw new AssertionError(MOST_TABS + " times Tab did not lead to " + css);
    }
}
