// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.rule;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.Problems;
import java.util.regex.Pattern;

/** Checks what sends requests of a route to another cluster. */
final class CanaryCheck {

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern HEADER = Pattern.compile(TOKEN + "(: *[^ ].*)?");
    private static final Pattern COOKIE = Pattern.compile(TOKEN + "(=[^;, ]*)?");

    private final Problems problems;

    CanaryCheck(Problems problems) {
        this.problems = problems;
    }

    void check(ParsedSection route) {
        ParsedSection canary = route.block("canary");
        if (canary == null) {
            return;
        }
        form(canary, "header", HEADER, "write a field name, or with a value, 'X-Canary: 1'");
        form(canary, "cookie", COOKIE, "write a cookie's name, or with a value, 'canary=1'");
        Double share = canary.find("share", Double.class);
        if (share != null && share == 0 && !canary.gives("header") && !canary.gives("cookie")) {
            problems.warning(canary.place(), "no request goes there", "add share: 5%, a 'header' or a 'cookie'");
        }
        String other = canary.find("cluster", String.class);
        if (other != null && other.equals(route.find("cluster", String.class))) {
            problems.warning(
                    canary.placeOf("cluster"), "the canary is the route's own cluster", "name the other cluster");
        }
    }

    private void form(ParsedSection block, String key, Pattern form, String remedy) {
        String text = block.find(key, String.class);
        if (text != null && !form.matcher(text).matches()) {
            problems.error(block.placeOf(key), "'" + text + "' is no " + key, remedy);
        }
    }
}
