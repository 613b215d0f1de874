// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The times at which a log file makes room for a new one, and what becomes of the old ones.
 *
 * @param size octets at which a file is full; {@link Long#MAX_VALUE} for no end
 * @param every the time for which a file is written, in whole periods since 1970-01-01 00:00 of local time; null for no
 *     end
 * @param keep old files that stay, at least 1
 * @param compress true when old files but the newest are compressed
 */
public record LogRotation(long size, @Nullable Duration every, int keep, boolean compress) {

    /** A file grows up to 100 MB, and seven old ones stay. */
    public static final LogRotation DEFAULTS = new LogRotation(100L << 20, null, 7, true);

    /** A file grows for ever, unless somebody else takes it away. */
    public static final LogRotation NONE = new LogRotation(Long.MAX_VALUE, null, 1, false);
}
