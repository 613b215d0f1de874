// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.Settings;
import java.io.IOException;

/** The work that must be done before anything is opened, with the settings that will be in force. */
public interface FirstStep {

    /**
     * Does the work.
     *
     * @throws IOException when a start makes no sense, with a sentence for the user
     */
    void take(Settings settings) throws IOException;
}
