// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BindTroubleTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Address already in use                      | 8080 | Address already in use; end the program that has it ('ss -ltnp' names it), or set another address or port
            bind(..) failed: Address already in use     | 80   | bind(..) failed: Address already in use; end the program that has it ('ss -ltnp' names it), or set another address or port
            Permission denied                           | 80   | Permission denied; ports below 1024 need root or the capability CAP_NET_BIND_SERVICE, or set a higher port
            Permission denied                           | 8080 | Permission denied
            Cannot assign requested address             | 80   | Cannot assign requested address; this machine has no such address ('ip address' lists those it has)
            the host is unknown                         | 8111 | the host is unknown
            """, quoteCharacter = '"')
    void saysWhatCanBeDone(String reason, int port, String words) {
        assertThat(BindTrouble.words(reason, port)).isEqualTo(words);
    }
}
