// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.listener.RateSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of {@code limits.rate}. */
class RateKeysTest {

    private static @Nullable RateSettings rate(String text) throws Exception {
        return SettingsFile.of(
                        "listeners: [{address: h:1, cluster: shop, limits: {" + text
                                + "}}]\nclusters: {shop: {nodes: [h:2]}}",
                        "rate.yaml")
                .load()
                .listeners()
                .get(0)
                .rate();
    }

    @Test
    void thereIsNoLimitUntilOneIsGiven() throws Exception {
        assertThat(rate("head: 1kB")).isNull();
        assertThat(rate("rate: off")).isNull();
    }

    @Test
    void requestsAloneAreASecondAndABurstOfAsMany() throws Exception {
        assertThat(rate("rate: {requests: 100}"))
                .isEqualTo(new RateSettings(100, Duration.ofSeconds(1), 100, null, null, 65_536));
        assertThat(rate("rate: {requests: 100, by: address}")).isEqualTo(rate("rate: {requests: 100}"));
    }

    @Test
    void everyKeyIsRead() throws Exception {
        assertThat(rate("rate: {requests: 6, per: 1m, burst: 2, by: {header: X-Api-Key}, clients: 1000}"))
                .isEqualTo(new RateSettings(6, Duration.ofMinutes(1), 2, "X-Api-Key", null, 1000));
        assertThat(rate("rate: {requests: 6, by: {cookie: ID}}"))
                .isEqualTo(new RateSettings(6, Duration.ofSeconds(1), 6, null, "ID", 65_536));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    rate: {per: 1s}                                   | requests
                    rate: {requests: 0}                               | requests
                    rate: {requests: 1, by: session}                  | address
                    rate: {requests: 1, clients: 9}                   | clients
                    """)
    void whatCannotBeMeantIsAnError(String text, String said) {
        assertThatThrownBy(() -> rate(text))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(said);
    }
}
