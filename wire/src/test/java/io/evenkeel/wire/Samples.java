// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares samples whole, what is absent included. */
final class Samples {

    private Samples() {}

    static void assertEqual(NodeSample actual, NodeSample expected) {
        assertThat(actual)
                .usingRecursiveComparison()
                .withEqualsForType((one, other) -> Double.compare(one, other) == 0, Double.class)
                .isEqualTo(expected);
    }
}
