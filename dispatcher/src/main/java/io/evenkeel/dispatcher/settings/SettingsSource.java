// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings;

import java.util.List;

/** Where a configuration comes from; asked again for every reload. */
public interface SettingsSource {

    /**
     * Reads and checks the configuration as it is now.
     *
     * @throws SettingsException with every error there is
     */
    Settings load() throws SettingsException;

    /** Words about what was last loaded, with the references of the configuration instead of what they put in. */
    default String conceal(String words) {
        return words;
    }

    /** What the last successful {@link #load} found odd but let pass. */
    default List<Problem> warnings() {
        return List.of();
    }
}
