// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.DraftSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pages of {@code error_page} that are files on this machine.
 *
 * @param places those that have nothing but such a page
 */
record NginxPages(Set<NginxDirective> places) {

    private static final int LONGEST_FILE = 256 << 10;

    NginxPages() {
        this(Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /** Adds the pages of a server that has its address for itself. */
    void of(NginxScope server, DraftSection listener) {
        List<NginxDirective> intercepts = server.block().inside("proxy_intercept_errors");
        if (intercepts.stream().anyMatch(each -> each.argument(1).equals("on"))) {
            return; // then answers of nodes are replaced, too
        }
        for (NginxDirective each : server.block().inside("error_page")) {
            List<String> words = each.arguments();
            String uri = words.isEmpty() ? "" : words.get(words.size() - 1);
            List<String> codes = words.subList(0, Math.max(0, words.size() - 1));
            Path file = codes.isEmpty() ? null : file(server.block(), uri);
            if (file != null && codes.stream().allMatch(code -> code.matches("[45][0-9][0-9]"))) {
                each.understood();
                for (String code : codes) {
                    listener.section("error-pages").text(code, file.toString(), each.at());
                }
            }
        }
    }

    /** The file of a page; null when there is none, or it is not for everybody's errors alone. */
    private @Nullable Path file(NginxDirective server, String uri) {
        if (!uri.matches("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+[.]html?")) {
            return null;
        }
        NginxDirective place = server.inside("location").stream()
                .filter(each -> each.argument(1).equals("=") && each.argument(2).equals(uri))
                .findFirst()
                .orElse(null);
        NginxDirective root = place == null ? null : first(place, "root");
        root = root == null ? first(server, "root") : root;
        boolean plain = place == null
                || place.inside().stream()
                        .allMatch(each -> each.name().matches("root|internal|access_log")
                                || each.shown().matches("allow +all;?|auth_basic +off;?"));
        if (root == null
                || !plain
                || !root.argument(1).startsWith("/")
                || root.argument(1).contains("$")) {
            return null;
        }
        try {
            Path file = Path.of(root.argument(1) + uri).normalize();
            boolean fits = Files.isRegularFile(file)
                    && Files.size(file) <= LONGEST_FILE
                    && !Files.readString(file).contains("{{");
            if (fits && place != null) {
                places.add(place);
                place.understood().inside().forEach(NginxDirective::understood);
            }
            return fits ? file : null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private static @Nullable NginxDirective first(NginxDirective block, String name) {
        return block.inside(name).stream().findFirst().orElse(null);
    }
}
