// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

/**
 * A request in a server.
 *
 * @param reply receiver of the answer
 */
record LightTask(LightRequest request, RequestNeeds work, long arrivedNs, TaskReply reply) {

    /** The receiver that waits for a request to be done. */
    interface TaskReply {
        void done(LightTask task, long nowNs);
    }
}
