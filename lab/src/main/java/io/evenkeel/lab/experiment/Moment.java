// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row of a time series: what one node was like in one second.
 *
 * @param second since the run's first request
 * @param node its name
 * @param values by name, such as {@code inFlight} or {@code heapShare}; what is not known is left out
 */
public record Moment(double second, String node, Map<String, Double> values) {

    public Moment {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
