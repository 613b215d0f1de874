// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RateSettings;
import io.evenkeel.dispatcher.kit.AnyClient;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Question;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code limits.rate} in every protocol of clients. */
class RateLimitIT {

    static List<Speech> speeches() {
        return Speech.all().toList();
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void theThirdOfTwoRequestsIsRefusedAndTheConnectionGoesOn(Speech speech) throws Exception {
        RateSettings rate = new RateSettings(2, Duration.ofHours(1), 2, "X-Api-Key", null, 64);
        try (Stand stand = speech.stand(1, s -> s.rate(rate));
                AnyClient client = speech.connect(stand)) {
            for (int i = 0; i < 2; i++) {
                assertThat(client.ask(Question.get("/").with("X-Api-Key", "one"))
                                .response()
                                .status())
                        .isEqualTo(200);
            }

            Message refused =
                    client.ask(Question.get("/").with("X-Api-Key", "one")).response();

            assertThat(refused.status()).isEqualTo(429);
            assertThat(Integer.parseInt(refused.value("Retry-After"))).isBetween(1700, 1800);
            assertThat(client.ask(Question.get("/").with("X-Api-Key", "two"))
                            .response()
                            .status())
                    .isEqualTo(200);
            assertThat(stand.requests()).hasSize(3);
        }
    }
}
