// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import io.evenkeel.config.LogSettings.Format;
import java.time.ZoneId;

/** Turns an entry into a line, line feed included. Keeps state between lines, so every thread has its own. */
interface LineFormat {

    void write(AccessEntry entry, LineBuffer line);

    static LineFormat of(Format format, ZoneId zone) {
        return switch (format) {
            case COMBINED -> new CombinedFormat(zone);
            case JSON -> new JsonFormat();
            case HAPROXY -> new HaproxyFormat(zone);
        };
    }
}
