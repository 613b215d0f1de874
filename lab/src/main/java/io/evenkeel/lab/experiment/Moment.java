// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row of a time series: the state of one node in one second.
 *
 * @param second time since the run's first request, s
 * @param node its name
 * @param values by name, such as {@code inFlight} or {@code heapShare}; unknown values are left out
 */
public record Moment(double second, String node, Map<String, Double> values) {

    public Moment {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
