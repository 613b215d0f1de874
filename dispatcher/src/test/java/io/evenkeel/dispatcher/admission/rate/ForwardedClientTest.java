// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission.rate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardedClientTest {

    private static final Network TRUSTED = Network.parse("10.0.0.0/8");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    X-Forwarded-For: 203.0.113.7                           | 203.0.113.7
                    X-Forwarded-For: 1.1.1.1, 203.0.113.7                  | 203.0.113.7
                    X-Forwarded-For: 1.1.1.1, 203.0.113.7, 10.1.2.3        | 203.0.113.7
                    X-Forwarded-For: 1.1.1.1;x-forwarded-for: 203.0.113.7  | 203.0.113.7
                    X-Forwarded-For: 203.0.113.7;X-Forwarded-For: 10.9.9.9 | 203.0.113.7
                    X-Forwarded-For: 203.0.113.7:4711                      | 203.0.113.7
                    X-Forwarded-For: [2001:db8::7]:4711                    | 2001:db8:0:0:0:0:0:7
                    X-Forwarded-For: 2001:db8::7                           | 2001:db8:0:0:0:0:0:7
                    X-Forwarded-For: 10.0.0.1, 10.0.0.2                    | 10.0.0.1
                    X-Forwarded-For: unknown, 10.0.0.2                     | 10.0.0.2
                    X-Forwarded-For: shop.example.org                      | none
                    X-Forwarded-For: cafe                                  | none
                    X-Forwarded-For: 1.2.3.256                             | none
                    X-Forwarded-For: 1.2.3                                 | none
                    X-Forwarded-For: 1.2.3.4.5                             | none
                    X-Forwarded-For: 1:2:3                                 | none
                    X-Forwarded-For: fe80::1%eth0                          | none
                    X-Forwarded-For: [                                     | none
                    X-Forwarded-For:                                       | none
                    X-Other: 203.0.113.7                                   | none
                    """)
    void theClientIsTheLastAddressThatIsNoProxys(String fields, String client) {
        byte[] octets = ("GET / HTTP/1.1\r\nHost: a\r\n" + fields.replace(";", "\r\n") + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isPositive();

        InetAddress found = ForwardedClient.of(head, TRUSTED::contains);

        assertThat(found == null ? "none" : found.getHostAddress()).isEqualTo(client);
    }
}
