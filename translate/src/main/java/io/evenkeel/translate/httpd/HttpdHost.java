// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A virtual host, or the main server.
 *
 * @param section null for the main server
 * @param own its directives
 * @param main those of the main server, which it inherits
 */
record HttpdHost(@Nullable HttpdDirective section, List<HttpdDirective> own, List<HttpdDirective> main) {

    /** The directive in force; null when there is none. */
    @Nullable
    HttpdDirective last(String name) {
        HttpdDirective found = null;
        for (HttpdDirective each : all(name)) {
            found = each;
        }
        return found;
    }

    /** The directives of a name: inherited ones first. */
    List<HttpdDirective> all(String name) {
        List<HttpdDirective> found = new ArrayList<>();
        for (List<HttpdDirective> some : section == null ? List.of(own) : List.of(main, own)) {
            some.stream().filter(each -> each.name().equals(name)).forEach(each -> found.add(each.understood()));
        }
        return found;
    }

    boolean isOn(String name) {
        HttpdDirective directive = last(name);
        return directive != null && directive.argument(0).equalsIgnoreCase("on");
    }
}
