// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * A program that lives until its standard input ends. With an argument it creates the MBean server, as servers do;
 * without, it says when the agent's thread has looked for one and waits.
 */
final class Waiting {

    private Waiting() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0) {
            ManagementFactory.getPlatformMBeanServer();
        }
        System.out.println("began");
        if (arguments.length == 0) {
            while (!agentWaits()) {
                Thread.onSpinWait();
            }
            System.out.println("the agent waits");
        }
        System.in.readAllBytes();
    }

    private static boolean agentWaits() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey().getName().equals("evenkeel-agent"))
                .filter(each -> each.getKey().getState() == Thread.State.TIMED_WAITING)
                .anyMatch(each -> Arrays.stream(each.getValue())
                        .anyMatch(frame -> frame.getClassName().endsWith(".MBeanAccess")
                                && frame.getMethodName().equals("await")));
    }
}
