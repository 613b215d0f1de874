// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TicketTest {

    private static final byte[] SECRET = new byte[32];
    private static final long NOW = 1_000_000;

    @Test
    void nameComesBackWhileTheTicketIsValid() {
        String ticket = Ticket.issue("uid:ü.1", NOW, SECRET);
        assertThat(Ticket.read(ticket, NOW, SECRET)).contains("uid:ü.1");
        assertThat(Ticket.read(ticket, NOW + Ticket.VALID.toSeconds(), SECRET)).contains("uid:ü.1");
        assertThat(Ticket.read(ticket, NOW + Ticket.VALID.toSeconds() + 1, SECRET))
                .isEmpty();
    }

    @Test
    void forgedTicketIsWorthNothing() {
        String ticket = Ticket.issue("uid:1", NOW, SECRET);
        byte[] other = new byte[32];
        Arrays.fill(other, (byte) 1);
        assertThat(Ticket.read(ticket, NOW, other)).isEmpty();
        for (int i = 0; i < ticket.length(); i++) {
            char changed = ticket.charAt(i) == 'A' ? 'B' : 'A';
            String damaged = ticket.substring(0, i) + changed + ticket.substring(i + 1);
            assertThat(Ticket.read(damaged, NOW, SECRET)).as(damaged).isEmpty();
        }
        for (String odd : new String[] {"", ".", "..", "a", "a.b", "a.b.c"}) {
            assertThat(Ticket.read(odd, NOW, SECRET)).as(odd).isEmpty();
        }
    }
}
