// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import java.util.random.RandomGenerator;

/** Draws the amount of work of a request. Called under the fleet's lock, so it must be quick and may keep state. */
public interface WorkLaw {

    /**
     * Draws the work of a request that came.
     *
     * @param random of the server; the same seed and the same requests give the same work
     */
    RequestNeeds draw(LightRequest request, RandomGenerator random);
}
