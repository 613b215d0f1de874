// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.dispatcher.control.HealthLevel;
import io.evenkeel.dispatcher.control.HealthLine;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frame around every page.
 *
 * @param section the part of the navigation that is marked; empty for none
 * @param caller the signed-in user; null on the pages before sign-in
 * @param clusters names, for the navigation
 * @param caches true when a route has a cache, so that there is a page of it
 * @param health the line about all clusters; null on the pages before sign-in
 * @param live the query that names the topic of the live stream; empty on the pages before sign-in
 * @param assets addresses of the static files by name
 */
public record Frame(
        String title,
        String section,
        @Nullable Caller caller,
        Iterable<String> clusters,
        boolean caches,
        @Nullable HealthLine health,
        String live,
        Map<String, String> assets) {

    /** The topic of pages that show nothing of the moment but the health line. */
    public static final String HEALTH = "health";

    public String asset(String name) {
        return assets.getOrDefault(name, "");
    }

    /** The title for the browser's tab, without what the health line adds. */
    public String tab() {
        return title + " · Evenkeel";
    }

    /** True when all is well, or nobody may know otherwise. */
    public boolean isWell() {
        return health == null || health.level() == HealthLevel.OK;
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
