// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FormBodyTest {

    @Test
    void takesShorterFormsWhileTheHeapIsFull() {
        assertThat(FormBody.most(1_000_000_000)).isEqualTo(FormBody.MOST_OCTETS);
        assertThat(FormBody.most(44_000_000)).isEqualTo(2_000_000);
        assertThat(FormBody.most(1_000)).as("a usual form always").isEqualTo(64 * 1024);
    }

    @Test
    void seesHowMuchOfTheHeapIsFree() {
        assertThat(FreeHeap.freeOctets()).isBetween(1L, Runtime.getRuntime().maxMemory());
    }
}
