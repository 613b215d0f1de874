// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.application;

import io.evenkeel.config.text.RoutePath;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The applications of a cluster whose nodes announce them. A request of none of them finds no route there. Immutable,
 * except for the states and counts of its applications; finding allocates nothing.
 */
public final class ApplicationTable {

    /** Stands for every request where nobody has announced an application: no node takes it. */
    private static final Application NOBODYS = new Application(null, "/", 0);

    /** No application at all. */
    public static final ApplicationTable EMPTY = new ApplicationTable(List.of());

    private final Application[] longestFirst;

    /** A table of these. */
    public ApplicationTable(Collection<Application> applications) {
        longestFirst = applications.stream()
                .sorted(Comparator.comparingInt(
                                (Application each) -> -each.path().length())
                        .thenComparing(each -> each.host() == null)
                        .thenComparing(each -> each.path() + " " + each.host()))
                .toArray(Application[]::new);
    }

    /**
     * The application with the longest path that a request is for; null when there is none. An empty table has one for
     * every request, which no node takes.
     *
     * @param octets hold the host that the request names
     * @param path of the request, read
     */
    public @Nullable Application find(byte[] octets, int hostAt, int hostEnd, RoutePath path) {
        for (Application each : longestFirst) {
            if (each.fits(octets, hostAt, hostEnd, path)) {
                return each;
            }
        }
        return isEmpty() ? NOBODYS : null;
    }

    /** True when nobody has announced an application. */
    public boolean isEmpty() {
        return longestFirst.length == 0;
    }

    /** All of them, those with the longest paths first. */
    public List<Application> list() {
        return List.of(longestFirst);
    }
}
