// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;

/** The promises of a connection, of one in memory and in virtual time. */
abstract class MemoryContract extends ConnectionContract {

    final ManualLoop clock = new ManualLoop();
    final MemoryNetwork network = new MemoryNetwork(clock);

    @Override
    void on(Connection of, Runnable work) {
        work.run();
        clock.settle();
    }

    @Override
    boolean seesUnreadOctets() {
        return true;
    }

    @Override
    void await(String what, BooleanSupplier condition) {
        clock.settle();
        boolean asked = condition.getAsBoolean();
        clock.settle();
        assertThat(asked || condition.getAsBoolean()).as(what).isTrue();
    }
}
