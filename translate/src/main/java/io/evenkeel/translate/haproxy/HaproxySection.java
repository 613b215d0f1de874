// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.source.SourceLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A section with its lines, and those of the defaults that it inherits. Remembers which lines have been understood. */
final class HaproxySection {

    private final String type;
    private final String name;
    private final SourceLine at;
    private final @Nullable HaproxySection defaults;
    private final List<HaproxyLine> lines = new ArrayList<>();
    private final Set<HaproxyLine> understood = Collections.newSetFromMap(new IdentityHashMap<>());

    HaproxySection(String type, String name, SourceLine at, @Nullable HaproxySection defaults) {
        this.type = type;
        this.name = name;
        this.at = at;
        this.defaults = defaults;
    }

    String type() {
        return type;
    }

    String name() {
        return name;
    }

    SourceLine at() {
        return at;
    }

    void add(HaproxyLine line) {
        lines.add(line);
    }

    boolean isListening() {
        return type.equals("frontend") || type.equals("listen");
    }

    boolean hasServers() {
        return type.equals("backend") || type.equals("listen");
    }

    /** The section's own lines that nothing has understood yet. */
    List<HaproxyLine> unread() {
        return lines.stream().filter(line -> !understood.contains(line)).toList();
    }

    boolean isUnderstood(HaproxyLine line) {
        return understood.contains(line);
    }

    void understood(HaproxyLine line) {
        understood.add(line);
    }

    /** All lines that begin with these words, inherited ones first; they count as understood. */
    List<HaproxyLine> all(String... start) {
        List<HaproxyLine> found = new ArrayList<>();
        if (defaults != null) {
            found.addAll(defaults.all(start));
        }
        for (HaproxyLine line : lines) {
            if (line.begins(start)) {
                understood.add(line);
                found.add(line);
            }
        }
        return found;
    }

    /** The section's own lines that begin with these words, whether or not something understands them. */
    List<HaproxyLine> peek(String... start) {
        return lines.stream().filter(line -> line.begins(start)).toList();
    }

    /** True when a line of the section itself begins with a word. */
    boolean has(String word) {
        return lines.stream().anyMatch(line -> line.begins(word));
    }

    /** The section's own lines that begin with these words; they count as understood. */
    List<HaproxyLine> own(String... start) {
        List<HaproxyLine> found =
                lines.stream().filter(line -> line.begins(start)).toList();
        understood.addAll(found);
        return found;
    }

    /** The line in force that begins with these words, which may be inherited; null when there is none. */
    @Nullable
    HaproxyLine last(String... start) {
        List<HaproxyLine> found = all(start);
        return found.isEmpty() ? null : found.get(found.size() - 1);
    }

    /** The line of an option in force; null when there is none, or a later {@code no option} takes it back. */
    @Nullable
    HaproxyLine option(String option) {
        HaproxyLine on = null;
        for (HaproxyLine line : defaults == null ? lines : joined(defaults.lines)) {
            if (line.begins("option", option)) {
                on = line;
            } else if (line.begins("no", "option", option)) {
                on = null;
            }
        }
        all("option", option);
        all("no", "option", option);
        return on;
    }

    private List<HaproxyLine> joined(List<HaproxyLine> before) {
        List<HaproxyLine> both = new ArrayList<>(before);
        both.addAll(lines);
        return both;
    }

    /** {@code http}, or what else its mode is; HAProxy's own default is {@code tcp}. */
    String mode() {
        HaproxyLine mode = last("mode");
        return mode == null ? "tcp" : mode.word(1);
    }
}
