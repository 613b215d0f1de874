// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The memory that unit tests use in place of sockets keeps the promises of a connection. */
class MemoryConnectionTest extends MemoryContract {

    @Override
    Link open(ConnectionHandler handler) {
        AtomicReference<@Nullable Connection> opened = new AtomicReference<>();
        MemoryConnection.Peer peer = network.client(connection -> {
            opened.set(connection);
            return handler;
        });
        return new Link(Objects.requireNonNull(opened.get()), farEnd(peer));
    }

    private static FarEnd farEnd(MemoryConnection.Peer mine) {
        return new FarEnd() {
            private final StringBuilder taken = new StringBuilder();

            @Override
            public void sends(String text) {
                mine.sends(text);
            }

            @Override
            public void ends() {
                mine.ends();
            }

            @Override
            public void breaks() {
                mine.breaks();
            }

            @Override
            public void takesNothing() {
                mine.takes(0);
            }

            @Override
            public String gets(int octets) {
                mine.takesAll();
                taken.append(mine.got());
                String text = taken.substring(0, octets);
                taken.delete(0, octets);
                return text;
            }

            @Override
            public boolean seesOrderlyEnd() {
                assertThat(mine.sawEnd() || mine.sawReset()).as("an end").isTrue();
                return mine.sawEnd();
            }
        };
    }
}
