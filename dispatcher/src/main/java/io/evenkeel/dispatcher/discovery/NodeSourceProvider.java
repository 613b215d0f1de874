// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.config.cluster.discover.DiscoverSettings;

/** Opens sources; found by {@link java.util.ServiceLoader} when a configuration needs one. */
public interface NodeSourceProvider {

    /**
     * A source that has asked nothing yet.
     *
     * @throws IllegalArgumentException when it cannot be used at all, with a sentence for the user
     */
    NodeSource open(DiscoverSettings settings);

    /** A lookup of names by the name servers and the hosts file of this machine. */
    NameLookup names();
}
