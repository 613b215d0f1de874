// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

/** Pages that say which they are. */
final class FakePages implements AgentPages {

    volatile String line = "up ready 75%\n";
    volatile boolean draining;
    volatile boolean fails;

    @Override
    public String page(String form) {
        if (fails) {
            throw new OutOfMemoryError("as if the heap were full");
        }
        return "the " + form + " of a sample, θ included\n";
    }

    @Override
    public String checkLine() {
        return draining ? "drain\n" : line;
    }

    @Override
    public void draining(boolean newDraining) {
        draining = newDraining;
    }
}
