// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests of users, all of them for one server: {@link #root} with host and port, by http or https. */
public sealed interface UserRequests {

    /** The target of the requests: {@code http://host:port/path}, or https. */
    URI root();

    /**
     * The same request again and again.
     *
     * @param fields header lines without their ends, such as {@code Accept: text/html}
     * @param body empty for none
     * @param keepsAlive true when connections are used again
     */
    record One(URI root, String method, List<String> fields, String body, boolean keepsAlive) implements UserRequests {

        public One {
            check(root);
            fields = List.copyOf(fields);
        }

        /** A GET on kept connections. */
        public static One get(URI root) {
            return new One(root, "GET", List.of(), "", true);
        }
    }

    /**
     * Files of different popularity and size, as SURGE asks for them.
     *
     * @param template a URL in which {@code {file}} stands for the file's name and {@code {size}} for its size in
     *     octets
     * @param names of the files, the most popular first
     * @param popularity draws ranks from 1 to the number of names
     * @param sizes draws the size of each file once; null when the template has none
     */
    record Files(
            URI root,
            String template,
            List<String> names,
            Distribution popularity,
            @Nullable Distribution sizes) implements UserRequests {

        public Files {
            check(root);
            names = List.copyOf(names);
            if (names.isEmpty() || template.contains("{size}") != (sizes != null)) {
                throw new IllegalArgumentException("files need names, and sizes where the template says {size}");
            }
        }
    }

    /**
     * A walk from page to page, on the sample application or anywhere.
     *
     * @param root of the application, such as {@code http://127.0.0.1:9090/trade}
     */
    record Walk(URI root, PageMix mix) implements UserRequests {

        public Walk {
            check(root);
        }
    }

    /**
     * The pages of a published benchmark, which ends sessions itself.
     *
     * @param root of an application that answers them, such as {@code http://127.0.0.1:9090/trade}
     */
    record States(URI root, StateMix mix) implements UserRequests {

        public States {
            check(root);
        }

        @Override
        public boolean endsSessions() {
            return true;
        }
    }

    /** True when the requests themselves say where a session ends. */
    default boolean endsSessions() {
        return false;
    }

    private static void check(URI root) {
        if (!("http".equals(root.getScheme()) || isSecure(root)) || root.getHost() == null) {
            throw new IllegalArgumentException(
                    "the target must be http://host:port/path or https://host:port/path, not " + root);
        }
    }

    /** True when TLS is spoken with a target. */
    static boolean isSecure(URI root) {
        return "https".equals(root.getScheme());
    }

    /** The port of a target; 80, or 443 for https, where it names none. */
    static int port(URI root) {
        return root.getPort() >= 0 ? root.getPort() : isSecure(root) ? 443 : 80;
    }
}
