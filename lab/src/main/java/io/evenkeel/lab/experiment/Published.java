// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The paper's figures for a cell.
 *
 * @param where table or figure, {@code table 11}; empty when it says nothing
 * @param figures by the names of {@link Measurement}
 */
public record Published(String where, Map<String, Double> figures) {

    /** No published figures. */
    public static final Published NOTHING = new Published("", Map.of());

    public Published {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    public boolean isEmpty() {
        return figures.isEmpty();
    }

    /** A figure; NaN when the paper does not have it. */
    public double figure(String name) {
        return figures.getOrDefault(name, Double.NaN);
    }
}
