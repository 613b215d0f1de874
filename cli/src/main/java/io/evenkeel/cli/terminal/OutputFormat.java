// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.util.Locale;

/** The form in which a command writes its data. */
public enum OutputFormat {
    /** Aligned columns for people. */
    TABLE,
    /** A JSON array with one object for each row. */
    JSON,
    /** RFC 4180 with a heading line. */
    CSV;

    /** Enums are shown in help texts and completions as they are typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
