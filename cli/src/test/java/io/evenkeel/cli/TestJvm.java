// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.lang.management.ManagementFactory;
import java.util.List;

/** The JVM of the test, for those that it starts: they live for seconds, too. */
public final class TestJvm {

    private TestJvm() {}

    /** Its choice of compiler and collector; empty for the usual JVM, which the slow set has. */
    public static List<String> flags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-XX:"))
                .toList();
    }
}
