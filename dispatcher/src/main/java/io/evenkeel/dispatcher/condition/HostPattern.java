// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.condition;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.RequestHead;

/** A host, or every name below one, compared by its {@link HostName}. Immutable. */
public final class HostPattern {

    private final byte[] wanted;
    /** True when the pattern stands for every name that ends in it. */
    private final boolean below;

    /** @param name a host, or {@code *.example.org} */
    public HostPattern(String name) {
        below = name.startsWith("*.");
        wanted = Octets.ascii(HostName.plain(below ? name.substring(1) : name));
    }

    /** True when the host of a request, as it counts, is the pattern's or below it. */
    public boolean fits(RequestHead head) {
        byte[] octets = head.octets();
        int from = head.hostAt();
        int to = HostName.end(octets, from, head.hostEnd());
        int start = to - wanted.length;
        return (below ? start > from : start == from) && Octets.equalsLower(octets, start, to, wanted);
    }
}
