// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

/** The unit for which a server is chosen. */
public enum Placing {
    /** Each request. */
    REQUEST,
    /** Each session, which the dispatcher knows by its cookie; a policy may move it. */
    SESSION,
    /** Each session, by asking the dispatcher once; the session's requests then do not pass it. */
    BROKER
}
