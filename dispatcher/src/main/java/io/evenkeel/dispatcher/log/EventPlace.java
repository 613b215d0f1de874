// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogRotation;
import io.evenkeel.config.LogSettings;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The place of an event log by the settings.
 *
 * @param file an absolute path
 */
record EventPlace(String file, LogRotation rotation) {

    /** The place that settings want; null for standard error. */
    static @Nullable EventPlace of(LogSettings settings) {
        String file = settings.file();
        return file == null ? null : new EventPlace(file, settings.rotation());
    }

    EventTarget open(Consumer<String> troubles) throws IOException {
        return new EventFile(file, rotation, troubles);
    }

    @Override
    public String toString() {
        return file;
    }
}
