// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;

/** A program that lives until its standard input ends; with an argument it creates the MBean server, as servers do. */
final class Waiting {

    private Waiting() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length > 0) {
            ManagementFactory.getPlatformMBeanServer();
        }
        System.out.println("began");
        System.in.readAllBytes();
    }
}
