// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One command line run inside this process, with its output. */
public record CommandLineRun(int exitCode, String out, String err) {

    public static CommandLineRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new CommandLineRun(exitCode, out.toString(), err.toString());
    }
}
