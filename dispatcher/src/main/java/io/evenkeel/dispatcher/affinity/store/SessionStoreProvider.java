// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

import io.evenkeel.config.cluster.StoreSettings;

/** Opens stores of one kind; found by {@link java.util.ServiceLoader} when a configuration names a store. */
public interface SessionStoreProvider {

    /** True when this provider knows the scheme of a URL, such as {@code redis}. */
    boolean knows(String scheme);

    /**
     * Opens a store, without waiting for it: one that is away at first is tried again.
     *
     * @param settings with a scheme that this provider knows
     * @throws IllegalArgumentException when the URL cannot be read; the message shows no password
     */
    SessionStore open(StoreSettings settings);
}
