// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import java.util.List;

/** Hears what other members send. Called by threads of the group, several at a time; must not wait. */
public interface GroupHearer {

    /** A message of another member. The octets are the group's again when this returns. */
    void heard(byte[] octets, int from, int length);

    /** All messages that a member needs which has just come. */
    List<byte[]> state();
}
