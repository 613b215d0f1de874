// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import io.evenkeel.wire.NodeSample;

/**
 * The places where one kind of app server keeps its figures. Each reads what its server offers and leaves the rest
 * absent.
 */
interface ServerReadings {

    /** True when this is the server around us and its MBeans have begun to appear. */
    boolean isHere();

    /** Its name and version, as people write them. */
    String title();

    /** Sets what the server says. */
    void read(NodeSample into);
}
