// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.source.SourceLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A directive with its arguments; one in angle brackets has further ones inside. Remembers if it was understood. */
final class HttpdDirective {

    private static final Pattern SECRET = Pattern.compile("(?i)secret|password|passphrase");

    private final SourceLine at;
    private final String word;
    private final String name;
    private final List<String> arguments;
    private final List<HttpdDirective> inside = new ArrayList<>();
    private boolean understood;

    /** @param name in any case, with the bracket of a section */
    HttpdDirective(SourceLine at, String name, List<String> arguments) {
        this.at = at;
        this.word = name;
        this.name = name.toLowerCase(Locale.ROOT);
        this.arguments = List.copyOf(arguments);
    }

    SourceLine at() {
        return at;
    }

    /** The name in lower case; that of a section begins with {@code <}. */
    String name() {
        return name;
    }

    List<String> arguments() {
        return arguments;
    }

    /** The argument at a place, from 0; empty when there are fewer. */
    String argument(int place) {
        return place < arguments.size() ? arguments.get(place) : "";
    }

    /** The arguments {@code name=value} from a place on, by names in lower case. */
    Map<String, String> parameters(int from) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String each : arguments.subList(Math.min(from, arguments.size()), arguments.size())) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                found.put(each.substring(0, equals).toLowerCase(Locale.ROOT), each.substring(equals + 1));
            }
        }
        return found;
    }

    /** The directives inside, for reading and adding. */
    List<HttpdDirective> inside() {
        return inside;
    }

    boolean isUnderstood() {
        return understood;
    }

    HttpdDirective understood() {
        understood = true;
        return this;
    }

    /** The directive for a message, without secrets. */
    String shown() {
        StringBuilder words = new StringBuilder(withoutSecret(word));
        arguments.forEach(each -> words.append(' ').append(withoutSecret(each)));
        return words.append(name.startsWith("<") ? ">" : "").toString().strip();
    }

    private static String withoutSecret(String word) {
        Matcher secret = SECRET.matcher(word);
        return secret.find() && word.lastIndexOf('=') >= secret.end() ? word.substring(0, secret.end()) + "=..." : word;
    }
}
