// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.dispatcher.log.output.LogWriter;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Turns an entry into a line, line feed included. Keeps state between lines, so every thread has its own. */
interface LineFormat {

    void write(AccessEntry entry, LineBuffer line);

    /**
     * The lines of a format.
     *
     * @param writer host and process of the lines, where the format wants them and no other hand adds them; or null
     */
    static LineFormat of(Format format, ZoneId zone, @Nullable LogWriter writer) {
        return switch (format) {
            case COMBINED -> new CombinedFormat(zone);
            case JSON -> new JsonFormat();
            case HAPROXY -> new HaproxyFormat(zone, writer);
        };
    }
}
