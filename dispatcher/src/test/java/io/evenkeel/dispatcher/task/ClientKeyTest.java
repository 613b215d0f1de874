// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class ClientKeyTest {

    /** Dispatchers of different versions must agree on the node of a client. */
    @Test
    void aNameHasTheSameKeyEverywhere() {
        assertThat(ClientKey.of("shop-7")).isEqualTo(0x80cbc5d51b30d2e9L);
    }

    @Test
    void namesAreSpreadEvenly() {
        int[] clients = new int[8];
        for (int i = 0; i < 8_000; i++) {
            clients[(int) (ClientKey.of("client-" + i) & 7)]++;
        }

        for (int each : clients) {
            assertThat(each).isBetween(900, 1_100);
        }
    }

    @Test
    void ofAnAddressOfIPv6TheNetworkCounts() throws Exception {
        long key = ClientKey.of(InetAddress.getByName("2001:db8:1:2::3"));

        assertThat(ClientKey.of(InetAddress.getByName("2001:db8:1:2:aaaa::4"))).isEqualTo(key);
        assertThat(ClientKey.of(InetAddress.getByName("2001:db8:1:3::3"))).isNotEqualTo(key);
        assertThat(ClientKey.of(InetAddress.getByName("192.0.2.1")))
                .isNotEqualTo(ClientKey.of(InetAddress.getByName("192.0.2.2")));
    }
}
