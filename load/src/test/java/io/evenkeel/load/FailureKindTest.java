// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FailureKindTest {

    @Test
    void countsAreToldMostFirst() {
        Map<FailureKind, Long> counts =
                Map.of(FailureKind.TIMEOUT, 1L, FailureKind.BAD_GATEWAY, 3L, FailureKind.REFUSED, 1L);

        assertThat(FailureKind.words(counts)).isEqualTo("bad gateway 3, refused 1, timeout 1");
    }
}
