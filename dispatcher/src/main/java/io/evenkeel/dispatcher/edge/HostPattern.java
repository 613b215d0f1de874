// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.RequestHead;
import java.util.Locale;

/** A host, or every name below one, compared without case, port and the dot of the root. Immutable. */
final class HostPattern {

    private final byte[] wanted;
    /** True when the pattern stands for every name that ends in it. */
    private final boolean below;

    /** @param name a host, or {@code *.example.org} */
    HostPattern(String name) {
        below = name.startsWith("*.");
        String lower = (below ? name.substring(1) : name).toLowerCase(Locale.ROOT);
        wanted = Octets.ascii(lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower);
    }

    boolean fits(RequestHead head) {
        byte[] octets = head.octets();
        int from = head.hostAt();
        int to = nameEnd(head);
        if (to - 1 > from && octets[to - 1] == '.') {
            to--;
        }
        int start = to - wanted.length;
        return (below ? start > from : start == from) && Octets.equalsLower(octets, start, to, wanted);
    }

    /** End of a request's host without its port. */
    static int nameEnd(RequestHead head) {
        byte[] octets = head.octets();
        int to = head.hostEnd();
        for (int i = to - 1; i > head.hostAt() && octets[i] != ']'; i--) {
            if (octets[i] == ':') {
                return i;
            }
        }
        return to;
    }
}
