// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.discovery.DiscoveryView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SourceRowTest {

    private static final long NOW_MS = 10_000_000;

    private static SourceRow row(int draining, long lastAnswerMs, @Nullable String problem, String remark) {
        DiscoveryView other = new DiscoveryView("other", "file b", 9, 0, 1, 1, 0, NOW_MS, null, "");
        DiscoveryView shop =
                new DiscoveryView("shop", "dns shop.svc", 3, draining, 7, 2, 1, lastAnswerMs, problem, remark);
        List<SourceRow> rows = SourceRow.of(List.of(other, shop), "shop", NOW_MS);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    @Test
    void whatAnswersHasNoProblem() {
        assertThat(row(0, NOW_MS - 4_200, null, ""))
                .isEqualTo(new SourceRow("dns shop.svc", "3", "4 s ago", "", false));
    }

    @Test
    void whatFailsSaysWhySinceItsLastAnswer() {
        assertThat(row(2, NOW_MS - 300_000, "NXDOMAIN", "two are alike"))
                .isEqualTo(new SourceRow("dns shop.svc", "3 and 2 draining", "5 min ago", "NXDOMAIN", true));
    }

    @Test
    void whatHasNeverAnsweredSaysSo() {
        assertThat(row(0, 0, "no route to host", "").answered()).isEqualTo("never");
    }

    @Test
    void anOddAnswerIsRemarkedAndAClockThatWentBackIsNoAge() {
        assertThat(row(0, NOW_MS + 5_000, null, "two are alike"))
                .isEqualTo(new SourceRow("dns shop.svc", "3", "0 s ago", "two are alike", false));
    }

    @Test
    void aClusterThatFindsNoneHasNoRow() {
        assertThat(SourceRow.of(List.of(), "shop", NOW_MS)).isEmpty();
    }
}
