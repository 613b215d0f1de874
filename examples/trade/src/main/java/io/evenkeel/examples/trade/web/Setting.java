// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import jakarta.servlet.ServletContext;
import org.jspecify.annotations.Nullable;

/**
 * A setting of the application: a system property of the server, or a context parameter of that name, or the default.
 */
public final class Setting {

    private Setting() {}

    /** The text of a setting; null when there is none. */
    public static @Nullable String text(ServletContext context, String name) {
        String property = System.getProperty(name);
        return property != null ? property : context.getInitParameter(name);
    }

    /** The number of a setting. */
    public static int number(ServletContext context, String name, int otherwise) {
        String text = text(context, name);
        return text == null ? otherwise : Integer.parseInt(text.strip());
    }
}
