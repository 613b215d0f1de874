// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import io.evenkeel.wire.NodeSample;
import org.jspecify.annotations.Nullable;

/**
 * The places where one kind of app server keeps its figures. Each reads what its server offers and leaves the rest
 * absent.
 */
interface ServerReadings {

    /** True when this is the server around us and its MBeans have begun to appear. */
    boolean isHere();

    /** Its name and version, as people write them. */
    String title();

    /** The word that it appends to the identifiers of its sessions; null when it has none or does not tell. */
    default @Nullable String route() {
        return null;
    }

    /** Sets what the server says. */
    void read(NodeSample into);
}
