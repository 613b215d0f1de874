// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import java.util.Arrays;

/** A part of the table of contents: the pages of a folder. */
public enum Chapter {
    GUIDES("Guides", "docs/guides/"),
    REFERENCE("Reference", "docs/reference/"),
    EXAMPLES("Examples", "examples/"),
    DECISIONS("Decisions", "docs/decisions/"),
    REST("More", "");

    private final String title;
    private final String folder;

    Chapter(String title, String folder) {
        this.title = title;
        this.folder = folder;
    }

    public String title() {
        return title;
    }

    static Chapter of(String path) {
        return Arrays.stream(values())
                .filter(chapter -> path.startsWith(chapter.folder))
                .findFirst()
                .orElse(REST);
    }
}
