// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TicketKeysTest {

    private static final byte[] SHOP = {1, 2, 3};
    private static final byte[] BANK = {1, 2, 4};
    private static final long HOUR_MS = 3_600_000;

    private static List<String> keys(TicketKeys keys, long epoch, byte[] bound) {
        return keys.of(epoch, bound).stream().map(TicketKeysTest::text).toList();
    }

    private static String text(TicketKey key) {
        HexFormat hex = HexFormat.of();
        return hex.formatHex(key.name()) + hex.formatHex(key.hmac()) + hex.formatHex(key.aes());
    }

    /** The figures are those of Python's hmac, put together as RFC 5869 says. */
    @Test
    void isTheFunctionOfTheRfc() {
        assertThat(keys(new TicketKeys("secret", null), 7, SHOP).get(0))
                .isEqualTo("7e8fef47c24dcb3ef295bb983ab06d288ceb85a2695bd925b6bf9db5a53ce311"
                        + "2f7613fc351842de03108d609ff8c35b");
    }

    @Test
    void everyDispatcherWithTheKeyHasTheSame() {
        assertThat(keys(new TicketKeys("secret", null), 7, SHOP))
                .isEqualTo(keys(new TicketKeys(" secret\n", null), 7, SHOP));
    }

    @Test
    void theKeyBeforeAndTheOneToComeOpenTickets() {
        TicketKeys keys = new TicketKeys("secret", null);
        List<String> now = keys(keys, 7, SHOP);

        assertThat(now).hasSize(3).doesNotHaveDuplicates();
        assertThat(now.get(1)).isEqualTo(keys(keys, 6, SHOP).get(0));
        assertThat(now.get(2)).isEqualTo(keys(keys, 8, SHOP).get(0));
    }

    @Test
    void aTicketOfOneCertificateIsOfNoUseForAnother() {
        TicketKeys keys = new TicketKeys("secret", null);

        assertThat(keys(keys, 7, SHOP)).doesNotContainAnyElementsOf(keys(keys, 7, BANK));
        assertThat(keys(keys, 7, SHOP)).doesNotContainAnyElementsOf(keys(new TicketKeys("other", null), 7, SHOP));
    }

    @Test
    void ticketsOfAnOldClusterKeyAreOpenedAndNotMade() {
        List<String> both = keys(new TicketKeys("new", "old"), 7, SHOP);

        assertThat(both.subList(0, 3)).isEqualTo(keys(new TicketKeys("new", null), 7, SHOP));
        assertThat(both.subList(3, 6)).isEqualTo(keys(new TicketKeys("old", null), 7, SHOP));
    }

    @Test
    void anEpochHasEightHours() {
        assertThat(TicketKeys.epoch(0)).isZero();
        assertThat(TicketKeys.epoch(8 * HOUR_MS - 1)).isZero();
        assertThat(TicketKeys.epoch(8 * HOUR_MS)).isEqualTo(1);
        assertThat(TicketKeys.untilNextMs(0)).isEqualTo(8 * HOUR_MS);
        assertThat(TicketKeys.untilNextMs(17 * HOUR_MS)).isEqualTo(7 * HOUR_MS);
    }

    @Test
    void secretsAreNotShown() {
        TicketKeys keys = new TicketKeys("secret", null);

        assertThat(keys + " " + keys.of(7, SHOP)).doesNotContain("secret").doesNotContain("[B");
    }
}
