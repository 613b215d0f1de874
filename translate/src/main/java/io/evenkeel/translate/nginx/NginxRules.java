// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRedirect;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Redirects of {@code return}, and the URI of {@code proxy_pass} as prefixes of paths. */
final class NginxRules {

    private static final Pattern TO = Pattern.compile("(https?://)([^/?$]*|\\$host|\\$server_name)(/?[^$]*)");
    private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final String ALL = "$request_uri";

    private final Draft draft;

    NginxRules(Draft draft) {
        this.draft = draft;
    }

    /**
     * The redirect of a server or a place; null when it has none, or one that a rule cannot say.
     *
     * @param names those of the server
     */
    @Nullable
    DraftSection redirect(NginxDirective block, List<String> names) {
        List<NginxDirective> returns = block.inside("return");
        if (returns.isEmpty()) {
            return null;
        }
        NginxDirective first = returns.get(0);
        DraftRedirect redirect = target(first, names);
        // what stands before it in the same phase may answer first, or change what it says
        boolean isPlain = block.inside().stream().noneMatch(each -> each.name().matches("if|rewrite|set|break"));
        if (redirect == null || !isPlain || !redirect.isPossible()) {
            return null;
        }
        first.understood();
        returns.stream()
                .skip(1)
                .forEach(each ->
                        draft.needless(each.understood().at(), each.shown(), "another one before it always answers"));
        DraftSection rules = DraftSection.rules();
        redirect.write(rules, first.at());
        return rules;
    }

    private static @Nullable DraftRedirect target(NginxDirective line, List<String> names) {
        boolean alone = line.arguments().size() == 1;
        Integer status = alone ? Integer.valueOf(302) : Words.whole(line.argument(1), 301, 308);
        String url = line.argument(alone ? 1 : 2);
        if (status == null || line.arguments().size() > 2 || url.indexOf('{') >= 0) {
            return null;
        }
        boolean whole = url.endsWith(ALL);
        String text = whole ? url.substring(0, url.length() - ALL.length()) : url;
        String rest = whole ? DraftRedirect.REST : "";
        if (whole && text.equals("https://$host")) {
            return new DraftRedirect(DraftRedirect.HTTPS, status);
        }
        Matcher to = TO.matcher(text);
        if (text.startsWith("/") && text.indexOf('$') < 0) {
            return new DraftRedirect(text + rest, status);
        } else if (!to.matches() || to.group(2).equals("$host")) {
            return null;
        }
        String host = to.group(2).equals("$server_name") ? first(names) : to.group(2);
        return new DraftRedirect(to.group(1) + host + to.group(3) + rest, status);
    }

    private static String first(List<String> names) {
        return names.isEmpty() || names.get(0).startsWith("*") ? "" : names.get(0);
    }

    /**
     * Adds the prefixes to the rules of a place whose {@code proxy_pass} has a URI.
     *
     * @param place the prefix of the place
     * @return false when they cannot be said, so that paths pass unchanged
     */
    static boolean prefixes(NginxDirective pass, String place, String uri, DraftSection rules) {
        boolean slashes = place.endsWith("/") == uri.endsWith("/");
        String strip = Words.withoutEndSlashes(place);
        String add = Words.withoutEndSlashes(uri);
        boolean plain = PREFIX.matcher(strip).matches() && PREFIX.matcher(add).matches();
        if (!slashes || !plain || strip.length() + 1 < place.length() || add.length() + 1 < uri.length()) {
            return false;
        }
        if (!strip.isEmpty()) {
            rules.text("strip-prefix", strip, pass.at());
        }
        if (!add.isEmpty()) {
            rules.text("add-prefix", add, pass.at());
        }
        return true;
    }
}
