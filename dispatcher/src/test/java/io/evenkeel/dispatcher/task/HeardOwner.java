// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import java.util.ArrayList;
import java.util.List;

/** The owner of a task, which takes down what it hears. */
final class HeardOwner implements TaskOwner {

    final List<String> heard = new ArrayList<>();

    @Override
    public void granted(long nowNs) {
        heard.add("granted");
    }

    @Override
    public void dropped() {
        heard.add("dropped");
    }
}
