// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

/** Joins this dispatcher with others; found by {@link java.util.ServiceLoader} when a configuration wants it. */
public interface JoinProvider {

    /**
     * Opens the port for the others and takes over what they know, for some seconds at most. A port that cannot be
     * opened now is tried again later; so nobody waits for another process on this machine to let go of it.
     */
    Joined open(JoinContext context);
}
