// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.join.group.GroupWire;
import io.evenkeel.join.view.Peers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members that came and are told all sessions, without a network. */
final class SessionTalkTest {

    private final JointSessions sessions = new JointSessions(() -> 0, new EventLog().cluster());
    private final SessionTalk talk = new SessionTalk(sessions, 1, "a");
    private final List<String> told = new ArrayList<>();

    private final GroupWire wire = new GroupWire() {

        @Override
        public void open() {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public int sendOnce(byte[] message) {
            return 0;
        }

        @Override
        public void sendOnce(byte[] message, String member) {
            told.add(member);
        }

        @Override
        public void sendReliably(byte[] message) {}

        @Override
        public long strangers() {
            return 0;
        }

        @Override
        public void close() {}
    };

    SessionTalkTest() {
        sessions.follow("shop", 100, 60);
        sessions.write("evenkeel:shop:0123456789abcdef0123456789abcdef", 7, 60, (value, failure) -> {});
    }

    @Test
    void thoseWhoAreNotThereAnyMoreAreForgottenUntold() {
        talk.came("b");
        talk.came("c");
        talk.turn(wire, () -> List.of("c"));

        assertThat(told).containsExactly("c");
        talk.turn(wire, () -> List.of("c"));
        assertThat(told).as("once").containsExactly("c");
        assertThat(talk.newcomers()).isZero();
    }

    @Test
    void newcomersHaveABound() {
        for (int i = 0; i < 10 * Peers.MOST; i++) {
            talk.came("m" + i);
        }

        assertThat(talk.newcomers()).isEqualTo(Peers.MOST);
    }
}
