// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.JoinSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An address that a group cannot have: the words are those of other ports, not of the library below. */
@Timeout(60)
final class MemberGroupIT {

    private static final GroupHearer NOBODY = new GroupHearer() {
        @Override
        public void heard(byte[] octets, int from, int length) {}

        @Override
        public List<byte[]> state() {
            return List.of();
        }
    };

    private static MemberGroup group(HostPort address) throws Exception {
        return new MemberGroup(
                new JoinSettings(address, List.of(address)),
                "a-key-that-all-of-the-dispatchers-have",
                NOBODY,
                new EventLog().cluster());
    }

    @Test
    void aPortThatAnotherProgramHasIsSaidToBeInUse() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            MemberGroup group = group(new HostPort("127.0.0.1", other.getLocalPort()));

            assertThatThrownBy(group::open)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("127.0.0.1:" + other.getLocalPort() + " cannot be opened: ")
                    .hasMessageContaining("ddress already in use")
                    .hasMessageContaining("; end the program that has it")
                    .hasMessageNotContaining("range");
        }
    }

    @Test
    void anAddressOfAnotherMachineIsSaidToBeNoneOfThisOne() throws Exception {
        assertThatThrownBy(group(new HostPort("192.0.2.1", 7800))::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this machine has no such address");
    }
}
