// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import java.util.Arrays;
import java.util.Locale;

/**
 * A page of the documentation.
 *
 * @param path in the repository, such as {@code docs/guides/agent.md}
 * @param title its first heading
 * @param html safe to be shown as it is
 * @param source as it was written
 */
public record ManualPage(String path, String title, String html, String source) {

    /** The address at which the console shows the documentation. */
    public static final String ADDRESS = "/console/docs";

    /** The address at which the console shows this page. */
    public String address() {
        return address(path);
    }

    static String address(String path) {
        return ADDRESS + "?page=" + path;
    }

    /** True when each of the words stands somewhere in the page, in upper or lower case. */
    boolean has(String words) {
        return holds(source, words);
    }

    boolean isTitled(String words) {
        return holds(title, words);
    }

    private static boolean holds(String text, String words) {
        String folded = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1))
                .allMatch(folded::contains);
    }
}
