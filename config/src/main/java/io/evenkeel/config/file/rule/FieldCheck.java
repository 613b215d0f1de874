// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.rule;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.Problems;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the fields that a listener or a route sets and adds. */
final class FieldCheck {

    private final Problems problems;

    FieldCheck(Problems problems) {
        this.problems = problems;
    }

    /**
     * Checks a section {@code headers}.
     *
     * @param headers null when it is wrong as a whole
     * @param subject the field that tells nodes the subject of clients' certificates; null for none
     */
    void check(@Nullable ParsedSection headers, @Nullable String subject) {
        ParsedSection request = headers == null ? null : headers.block("request");
        ParsedSection response = headers == null ? null : headers.block("response");
        for (String change : List.of("set", "add")) {
            once(request == null ? null : request.block(change), subject, change);
            once(response == null ? null : response.block(change), null, change);
        }
    }

    /** Finds names that are one field to servers, which do not tell cases apart, nor always underscores from dashes. */
    private void once(@Nullable ParsedSection fields, @Nullable String subject, String change) {
        if (fields == null) {
            return;
        }
        String done = change.equals("add") ? "added" : "set";
        Map<String, String> seen = new HashMap<>();
        for (String name : fields.items().keySet()) {
            String first = seen.putIfAbsent(plain(name), name);
            if (first != null) {
                problems.error(
                        fields.keyPlace(name),
                        "'" + name + "' is " + done + " twice, as '" + first + "' before",
                        "leave one out");
            } else if (subject != null && plain(name).equals(plain(subject))) {
                problems.error(
                        fields.keyPlace(name),
                        "'" + name + "' cannot be " + done
                                + ", because it tells nodes the subject of the client's certificate",
                        "use another name here or at 'clients.header'");
            }
        }
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
