// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pages for answers of the dispatcher itself, by status or class of status; those of a route before its listener's. */
public final class ErrorPages {

    private final Map<String, String> pages;

    private ErrorPages(Map<String, String> pages) {
        this.pages = pages;
    }

    static @Nullable ErrorPages of(Map<String, String> listener, Map<String, String> route) {
        Map<String, String> pages = new HashMap<>(listener);
        pages.putAll(route);
        return pages.isEmpty() ? null : new ErrorPages(pages);
    }

    /** The page of exactly this status; null for none. Allocates: for errors. */
    public @Nullable String exactly(int status) {
        return pages.get(Integer.toString(status));
    }

    /** The page of the status' class; null for none. Allocates: for errors. */
    public @Nullable String ofClass(int status) {
        return pages.get(status / 100 + "xx");
    }
}
