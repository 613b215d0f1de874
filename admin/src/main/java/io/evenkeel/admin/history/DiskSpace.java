// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import java.io.File;
import java.nio.file.Path;

/**
 * The room of the disk that has a folder, in octets.
 *
 * @param total 0 where the system does not tell
 * @param free for this process
 */
record DiskSpace(long total, long free) {

    static DiskSpace of(Path folder) {
        File at = folder.toFile();
        return new DiskSpace(at.getTotalSpace(), at.getUsableSpace());
    }

    /** True when so many octets are free, or may be. */
    boolean has(long octets) {
        return total == 0 || free >= octets;
    }
}
