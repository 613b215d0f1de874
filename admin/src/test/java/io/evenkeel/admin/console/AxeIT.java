// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Routes;
import io.evenkeel.admin.account.QuickPasswords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks every page with axe-core against WCAG 2.2 AA: light on a desk and dark on a phone; the slow tests have the
 * other two looks as well, and pictures.
 */
@QuickPasswords
@Tag("thorough")
class AxeIT {

    private static final Appearance DESK = new Appearance(1280, false);
    private static final Appearance PHONE = new Appearance(390, true);
    private static final List<Appearance> ALL =
            List.of(DESK, new Appearance(1280, true), new Appearance(390, false), PHONE);
    private static final int HEIGHT = 1200;

    private static final String RUN = """
            return axe.run(document, {
              runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
              resultTypes: ['violations'],
            }).then(found => found.violations
              .flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? rule.help}`))
              .join('\\n'));
            """;

    private static Site site;
    private static String axe;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        Chromium.need();
        try (InputStream in = Objects.requireNonNull(AxeIT.class.getResourceAsStream("/axe.min.js"))) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
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
    void findsNothing(Sight sight) throws Exception {
        visit(sight);
        check(sight, DESK);
        check(sight, PHONE);
    }

    /** The pictures are left in {@code admin/target/screenshots}. */
    @Tag("slow")
    @ParameterizedTest(name = "{0}")
    @MethodSource("sights")
    void findsNothingInAnyLook(Sight sight) throws Exception {
        visit(sight);
        for (Appearance look : ALL) {
            check(sight, look);
            site.browser.shoot(sight.name().replaceAll("[ ,]+", "-") + "-" + look.width + (look.dark ? "-dark" : ""));
        }
    }

    private static void visit(Sight sight) throws Exception {
        site.browser.look(DESK.width, HEIGHT, DESK.dark);
        sight.visit(site);
        site.browser.run(axe + "; return ''");
    }

    private static void check(Sight sight, Appearance look) throws IOException, InterruptedException {
        site.browser.look(look.width, HEIGHT, look.dark);
        assertThat(site.browser.run(RUN)).as("%s, %s", sight, look).isEmpty();
        assertThat(site.browser.run("return String(document.documentElement.scrollWidth <= window.innerWidth)"))
                .as("nothing is wider than %s pixels", look.width)
                .isEqualTo("true");
    }

    @Test
    void everyPageIsLookedAt() {
        assertThat(Routes.of(site.server).stream()
                        .filter(route -> route.method().equals("GET") && Console.claims(route.path()))
                        .map(Routes.Route::path)
                        .filter(path -> !Sight.NO_PAGES.contains(path))
                        .collect(Collectors.toSet()))
                .as("a page that Sight.ALL does not have is tested by nothing")
                .isSubsetOf(Sight.ALL.stream().map(Sight::path).toList());
    }

    /** The width of a window, and the colours that its user prefers. */
    private record Appearance(int width, boolean dark) {}
}
