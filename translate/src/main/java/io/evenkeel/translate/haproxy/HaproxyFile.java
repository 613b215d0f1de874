// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A file as sections, in their order. */
final class HaproxyFile {

    private static final Set<String> PROXIES = Set.of("frontend", "backend", "listen");
    private static final Set<String> OTHERS = Set.of(
            "global",
            "defaults",
            "userlist",
            "peers",
            "resolvers",
            "mailers",
            "cache",
            "program",
            "ring",
            "http-errors",
            "fcgi-app",
            "log-forward",
            "log-profile",
            "crt-store",
            "traces",
            "acme");

    private final Draft draft;
    private final List<HaproxySection> sections = new ArrayList<>();
    private final Map<String, HaproxySection> named = new HashMap<>();
    private @Nullable HaproxySection latest;
    private @Nullable HaproxySection open;

    private HaproxyFile(Draft draft) {
        this.draft = draft;
    }

    static List<HaproxySection> sections(SourceText text, Draft draft) throws MalformedFileException {
        HaproxyFile file = new HaproxyFile(draft);
        file.read(HaproxyLexer.lines(text));
        return file.sections;
    }

    private void read(List<HaproxyLine> lines) throws MalformedFileException {
        int depth = 0;
        int skippedFrom = 0;
        for (HaproxyLine line : lines) {
            String word = line.word(0);
            if (word.equals(".if")) {
                depth++;
                if (skippedFrom == 0) {
                    draft.differs(
                            line.at(),
                            line.shown(),
                            "the condition is not evaluated: what follows it is taken over, other branches are not",
                            "check which branch is in force on your machine");
                }
            } else if ((word.equals(".else") || word.equals(".elif")) && skippedFrom == 0) {
                skippedFrom = depth;
            } else if (word.equals(".endif")) {
                skippedFrom = skippedFrom == depth ? 0 : skippedFrom;
                depth--;
                if (depth < 0) {
                    throw new MalformedFileException(line.at(), "there is no .if for this .endif");
                }
            } else if (skippedFrom == 0 && !word.startsWith(".")) {
                line(line);
            }
        }
        if (depth > 0) {
            throw new MalformedFileException(lines.get(lines.size() - 1).at(), "an .if is not closed by .endif");
        }
    }

    private void line(HaproxyLine line) throws MalformedFileException {
        String word = line.word(0);
        if (PROXIES.contains(word) || OTHERS.contains(word)) {
            begin(line);
        } else if (open == null) {
            throw new MalformedFileException(
                    line.at(), "'" + word + "' stands before the first section, such as global, defaults or frontend");
        } else {
            open.add(line);
        }
    }

    private void begin(HaproxyLine line) throws MalformedFileException {
        String type = line.word(0);
        if (PROXIES.contains(type) && line.word(1).isEmpty()) {
            throw new MalformedFileException(line.at(), "'" + type + "' needs a name");
        }
        HaproxySection inherited = latest;
        String from = line.after("from");
        if (!from.isEmpty()) {
            inherited = named.get(from);
            if (inherited == null) {
                throw new MalformedFileException(line.at(), "there is no 'defaults " + from + "' before this line");
            }
        }
        if (type.equals("defaults")) {
            HaproxySection parent = from.isEmpty() ? null : inherited;
            latest = new HaproxySection(type, line.word(1), line.at(), parent);
            named.put(line.word(1), latest);
            open = latest;
        } else {
            open = new HaproxySection(type, line.word(1), line.at(), PROXIES.contains(type) ? inherited : null);
        }
        sections.add(open);
        // an address behind the name of a listen section is an old way to write a bind
        if (line.begins("listen") && line.words().size() > 2 && from.isEmpty()) {
            List<String> bind = new ArrayList<>(List.of("bind"));
            bind.addAll(line.from(2));
            open.add(new HaproxyLine(line.at(), bind));
        }
    }
}
