// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

import java.util.List;

/**
 * The text that a cell adds to the dispatcher's configuration: a variant of the experiment, or HAProxy in its place.
 *
 * @param name of the variant
 * @param what it does, in words
 * @param cluster lines of the cluster, as a configuration has them below its name; empty for none
 */
public record OverloadPart(String name, String what, String cluster) {

    /** The variant in which HAProxy stands in front. */
    static final String HAPROXY = "haproxy";

    /** The variant without any part: a queue as long as clients have patience. */
    static final String NONE = "none";

    /** All of them; a new part is a line here, and {@code OverloadTest} reads it as the dispatcher does. */
    static final List<OverloadPart> ALL = List.of(
            new OverloadPart(
                    NONE,
                    "a queue in the order of arrival, as patient as the clients",
                    "queue: {size: 10000, timeout: 10s, discipline: fifo}"),
            new OverloadPart(
                    "codel", "the queue of the default settings: late tasks are dropped, the newest goes first", ""),
            new OverloadPart(
                    "admission",
                    "new sessions are refused while the servers cannot finish them, and requests wait in order",
                    "overload: {admit-sessions: true}"),
            new OverloadPart("no-queue", "no queue: what finds no free worker is refused", "queue: {size: 0}"),
            new OverloadPart(HAPROXY, "HAProxy: maxconn for each server, and a queue as patient as the clients", ""));

    /** The part of a name. */
    static OverloadPart of(String name) {
        return ALL.stream().filter(part -> part.name().equals(name)).findFirst().orElseThrow();
    }

    /** The names of all. */
    static List<String> names() {
        return ALL.stream().map(OverloadPart::name).toList();
    }

    /** True when the dispatcher is not in front. */
    boolean isHaproxy() {
        return name.equals(HAPROXY);
    }
}
