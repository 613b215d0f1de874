// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A page of the documentation. Its HTML is made when it is asked for, and then kept. Any thread. */
public final class ManualPage {

    /** The address at which the console shows the documentation. */
    public static final String ADDRESS = "/console/docs";

    private final ManualHtml maker;
    private final String path;
    private final String title;
    private final String source;
    private volatile @Nullable String html;

    ManualPage(ManualHtml maker, String path, String title, String source) {
        this.maker = maker;
        this.path = path;
        this.title = title;
        this.source = source;
    }

    /** The path in the repository, such as {@code docs/guides/agent.md}. */
    public String path() {
        return path;
    }

    /** The first heading. */
    public String title() {
        return title;
    }

    /** The text as it was written. */
    public String source() {
        return source;
    }

    /** The text as HTML that is safe to be shown as it is. */
    public String html() {
        String made = html;
        if (made == null) {
            made = maker.html(path, source);
            html = made;
        }
        return made;
    }

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
