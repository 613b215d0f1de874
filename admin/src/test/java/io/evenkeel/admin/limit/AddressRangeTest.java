// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRangeTest {

    @ParameterizedTest
    @CsvSource({
        "192.0.2.10, 4-c00002",
        "0:0:0:0:0:ffff:c000:20a, 4-c00002",
        "2001:db8:0:1:2:3:4:5, 6-20010db800000001",
        "[2001:db8::1], 6-20010db800000000",
        "127.8.9.10, loopback",
        "0:0:0:0:0:0:0:1, loopback",
        "localhost, unknown",
        "example.org, unknown",
        "'', unknown",
    })
    void namesTheNeighbourhood(String address, String range) {
        assertThat(AddressRange.of(address)).isEqualTo(range);
    }
}
