// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.source.SourceLine;
import java.util.ArrayList;
import java.util.List;

/** A directive with its arguments, and with those inside its braces. Remembers whether it has been understood. */
final class NginxDirective {

    private final SourceLine at;
    private final List<String> words;
    private final List<NginxDirective> inside = new ArrayList<>();
    private boolean understood;

    NginxDirective(SourceLine at, List<String> words) {
        this.at = at;
        this.words = List.copyOf(words);
    }

    SourceLine at() {
        return at;
    }

    String name() {
        return words.get(0);
    }

    List<String> arguments() {
        return words.subList(1, words.size());
    }

    /** The argument at a place, from 1; empty when there are fewer. */
    String argument(int place) {
        return place < words.size() ? words.get(place) : "";
    }

    /** The value of an argument {@code name=value}; empty when there is none. */
    String value(String name) {
        return arguments().stream()
                .filter(each -> each.startsWith(name + "="))
                .map(each -> each.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    /** The directives inside, for reading and adding. */
    List<NginxDirective> inside() {
        return inside;
    }

    List<NginxDirective> inside(String name) {
        return inside.stream().filter(each -> each.name().equals(name)).toList();
    }

    boolean isUnderstood() {
        return understood;
    }

    NginxDirective understood() {
        understood = true;
        return this;
    }

    /** The directive for a message, without passwords. */
    String shown() {
        return name().contains("password") ? name() + " ..." : String.join(" ", words);
    }
}
