// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.discovery.dns.MachineNames;
import io.evenkeel.dispatcher.discovery.NameLookup.Found;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The lookup of names of nodes, from a name server of the test. */
final class MachineNamesIT {

    private static final byte[] SIX = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private static InetAddress four(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    @Test
    void tellsTheAddressesAndForHowLongTheyAreGood() throws Exception {
        try (NameServer server = new NameServer();
                MachineNames names = new MachineNames(List.of(HostPort.parse(server.address())))) {
            server.say("app.test", "::1", "127.0.0.7");
            server.live(17);

            Found found = names.ask("app.test").get(10, TimeUnit.SECONDS);

            assertThat(found.goodFor()).isEqualTo(Duration.ofSeconds(17));
            assertThat(found.addresses()).as("IPv4 first").containsExactly(four(7), InetAddress.getByAddress(SIX));
        }
    }

    @Test
    void asksAgainOnlyWhenAskedTo() throws Exception {
        try (NameServer server = new NameServer();
                MachineNames names = new MachineNames(List.of(HostPort.parse(server.address())))) {
            server.say("app.test", "127.0.0.7");
            names.ask("app.test").get(10, TimeUnit.SECONDS);
            server.say("app.test", "127.0.0.8");

            assertThat(names.ask("app.test").get(10, TimeUnit.SECONDS).addresses())
                    .as("nothing is kept")
                    .containsExactly(four(8));
            assertThat(server.questions()).isEqualTo(4);
        }
    }
}
