// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Figures of a class of tasks.
 *
 * @param waiting tasks that wait now
 * @param admitted tasks that got a node, at once or later
 * @param without tasks that got none, by reason; every reason has a number
 */
public record ClassCounts(String name, int waiting, long admitted, Map<WithoutNode, Long> without) {

    public ClassCounts {
        without = Collections.unmodifiableMap(new EnumMap<>(without));
    }
}
