// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A term of the condition of a line: a criterion in braces, or the name of an acl.
 *
 * @param not whether it must not hold
 * @param written its words as they stand, without the exclamation mark
 */
record HaproxyTerm(boolean not, List<String> written) {

    /** The place of {@code if} or {@code unless}; the end of the line when it has no condition. */
    static int condition(HaproxyLine line) {
        for (int i = 1; i < line.words().size(); i++) {
            if (line.word(i).equals("if") || line.word(i).equals("unless")) {
                return i;
            }
        }
        return line.words().size();
    }

    /**
     * The alternatives of a line, each a list of terms that must all hold; one without terms for a line without a
     * condition. Null for {@code unless} with several terms.
     */
    static @Nullable List<List<HaproxyTerm>> alternatives(HaproxyLine line) {
        int from = condition(line);
        List<List<HaproxyTerm>> found = new ArrayList<>();
        List<HaproxyTerm> terms = new ArrayList<>();
        int i = from + 1;
        while (i < line.words().size()) {
            String word = line.word(i++);
            if (word.equals("or") || word.equals("||")) {
                found.add(terms);
                terms = new ArrayList<>();
                continue;
            }
            boolean not = word.startsWith("!");
            String name = not ? word.substring(1) : word;
            if (not && name.isEmpty()) {
                name = line.word(i++);
            }
            List<String> written = new ArrayList<>(List.of(name));
            while (name.equals("{")
                    && i < line.words().size()
                    && !written.get(written.size() - 1).equals("}")) {
                written.add(line.word(i++));
            }
            terms.add(new HaproxyTerm(not, List.copyOf(written)));
        }
        found.add(terms);
        if (!line.word(from).equals("unless")) {
            return found;
        }
        boolean one = found.size() == 1 && terms.size() == 1;
        return one ? List.of(List.of(terms.get(0).opposite())) : null;
    }

    private HaproxyTerm opposite() {
        return new HaproxyTerm(!not, written);
    }

    /** A line that holds when all terms do. */
    static HaproxyLine line(HaproxyLine from, List<HaproxyTerm> terms) {
        List<String> words = new ArrayList<>();
        if (!terms.isEmpty()) {
            words.add("if");
        }
        for (HaproxyTerm each : terms) {
            if (each.not) {
                words.add("!");
            }
            words.addAll(each.written);
        }
        return new HaproxyLine(from.at(), words);
    }

    /** The criteria, of which one must hold: that in the braces, or those of the acl. */
    List<List<String>> criteria(HaproxySection section) {
        if (written.get(0).equals("{")) {
            return List.of(written.subList(1, Math.max(1, written.size() - 1)));
        }
        return section.peek("acl", written.get(0)).stream()
                .map(each -> each.from(2))
                .toList();
    }
}
