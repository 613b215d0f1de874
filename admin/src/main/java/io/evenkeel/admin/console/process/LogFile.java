// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import java.nio.file.Path;

/**
 * A log file that exists.
 *
 * @param key stands for it in addresses, such as {@code events} or {@code access.1}
 * @param changedMs wall clock of the last change
 */
public record LogFile(String key, String what, Path path, long octets, long changedMs) {

    /** True when nothing writes to it any more. */
    public boolean isRotated() {
        return key.contains(".");
    }
}
