// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.util.List;

/** The source of a configuration; asked again for every reload. */
public interface SettingsSource {

    /**
     * Reads and checks the configuration as it is now.
     *
     * @throws SettingsException with every error there is
     */
    Settings load() throws SettingsException;

    /**
     * Words about the settings that were loaded last, with the references of the configuration instead of the values
     * they put in.
     */
    default String conceal(String words) {
        return words;
    }

    /** The oddities that the last successful {@link #load} found but accepted. */
    default List<Problem> warnings() {
        return List.of();
    }
}
