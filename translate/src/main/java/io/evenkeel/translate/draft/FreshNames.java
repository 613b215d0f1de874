// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Names of one list, of which none comes twice: a name that is taken gets a number. */
final class FreshNames {

    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> last = new HashMap<>();

    /** Takes a name of ours for one of the other product. */
    String of(String text) {
        String name = Words.name(text);
        String free = name;
        while (!taken.add(free)) {
            free = name + "-" + last.merge(name, 2, (number, two) -> number + 1);
        }
        return free;
    }
}
