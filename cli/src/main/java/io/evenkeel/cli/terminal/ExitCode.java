// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

/** The exit codes of every command; part of the command line's contract. */
public final class ExitCode {

    public static final int OK = 0;

    /** The command understood what was asked and could not do it. */
    public static final int FAILED = 1;

    /** The arguments make no sense. */
    public static final int USAGE = 2;

    /** The configuration has errors; EX_CONFIG of BSD's sysexits. */
    public static final int BAD_CONFIG = 78;

    /** A measured figure is on the wrong side of the threshold it was compared with. */
    public static final int THRESHOLD = 99;

    private ExitCode() {}
}
