// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import java.io.IOException;

/** A program that lives until its standard input ends. */
final class Waiting {

    private Waiting() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("began");
        System.in.readAllBytes();
    }
}
