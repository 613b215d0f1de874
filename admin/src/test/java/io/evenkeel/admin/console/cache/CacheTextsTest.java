// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.dispatcher.control.CacheView;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheTextsTest {

    private static final long SECOND = 1_000_000_000;

    private final ScriptedControl control = new ScriptedControl();
    private final CacheTexts texts = new CacheTexts(control);

    private Map<String, String> cells(long atS, long hits, long misses) {
        control.cached = new CacheView(
                64 << 20, 16 << 20, 9, hits, 0, 0, 0, misses, 0, 5, 0, 0, 3 << 20, 0.25, 4 << 20, 0, 0, 5e7);
        return texts.cells(atS * SECOND);
    }

    @Test
    void hitRateAndRequestsAreOfTheLastSeconds() {
        assertThat(cells(100, 10, 10)).containsEntry("cache/hit", "–").containsEntry("cache/hitall", "50 %");

        assertThat(cells(105, 25, 15))
                .containsEntry("cache/hit", "75 %")
                .containsEntry("cache/hitall", "63 %")
                .containsEntry("cache/rate", "4")
                .containsEntry("cache/result/hit", "25")
                .containsEntry("cache/result/hit/rate", "3")
                .containsEntry("cache/result/miss/share", "38 %");
        assertThat(cells(110, 25, 15)).as("nothing new since 100").containsEntry("cache/hit", "75 %");
        assertThat(cells(111, 25, 15)).as("nor since 105").containsEntry("cache/hit", "–");
    }

    @Test
    void tellsWhatEachTierMayTakeAndTakes() {
        assertThat(cells(100, 10, 10))
                .containsEntry("cache/plain/most", "48 MB")
                .containsEntry("cache/plain/taken", "12 MB")
                .containsEntry("cache/packed/most", "16 MB")
                .containsEntry("cache/packed/taken", "4 MB")
                .containsEntry("cache/packed/saves", "–")
                .containsEntry("cache/plain/saves", "50 ms");
    }

    @Test
    void nothingIsKnownWhileNoRequestHasCome() {
        control.cached = null;

        assertThat(texts.cells(SECOND))
                .containsEntry("cache/used", "no")
                .containsEntry("cache/hit", "–")
                .containsEntry("cache/hitall", "–")
                .containsEntry("cache/rate", "–");
    }
}
