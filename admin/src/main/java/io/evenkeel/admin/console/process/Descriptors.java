// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The descriptors of files and sockets that the process has open.
 *
 * @param open -1 when the system does not say
 * @param most the number it may have
 */
public record Descriptors(long open, long most) {

    public static Descriptors now() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? new Descriptors(unix.getOpenFileDescriptorCount(), unix.getMaxFileDescriptorCount())
                : new Descriptors(-1, -1);
    }
}
