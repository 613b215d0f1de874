// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frame around every page.
 *
 * @param section the part of the navigation that is marked; empty for none
 * @param caller the signed-in user; null on the pages before sign-in
 * @param clusters names, for the navigation
 * @param live the query that names the topic of the live stream; empty for none
 * @param assets addresses of the static files by name
 */
public record Frame(
        String title,
        String section,
        @Nullable Caller caller,
        Iterable<String> clusters,
        String live,
        Map<String, String> assets) {

    public String asset(String name) {
        return assets.getOrDefault(name, "");
    }

    /** True when the signed-in user may change nodes. */
    public boolean operates() {
        return caller != null && caller.role().covers(Role.OPERATOR);
    }

    /** True when the signed-in user may change the configuration. */
    public boolean administers() {
        return caller != null && caller.role().covers(Role.ADMIN);
    }
}
