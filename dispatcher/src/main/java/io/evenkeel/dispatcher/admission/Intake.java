// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission;

/**
 * Says whether the process has room for more connections, whatever the limits of single listeners say. Any thread; a
 * call costs a few reads of memory and one atomic step, and none is made for a request.
 */
public interface Intake {

    /** An intake that is always open. */
    Intake OPEN = new Intake() {
        @Override
        public boolean isOpen(int loop) {
            return true;
        }

        @Override
        public void whenOpen(int loop, Runnable action) {
            action.run();
        }

        @Override
        public void took() {}

        @Override
        public void failed(Throwable cause) {}
    };

    /**
     * True while connections may be accepted.
     *
     * @param loop index of the loop that accepts
     */
    boolean isOpen(int loop);

    /** Runs the action once, on any thread, soon after the intake is open. */
    void whenOpen(int loop, Runnable action);

    /** A connection was accepted, or one to a node is being made. */
    void took();

    /** A connection could not be accepted, most likely because there is no descriptor for it. */
    void failed(Throwable cause);
}
