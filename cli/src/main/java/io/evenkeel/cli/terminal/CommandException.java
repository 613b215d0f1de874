// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import io.evenkeel.simulator.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;

/** A command cannot go on for a reason that people understand; the message is shown on stderr without a stack trace. */
public final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * The end of a command.
     *
     * @param exitCode one of {@link ExitCode}
     * @param message one or more whole lines, without the program's name
     */
    public CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** A command that could not do what was asked. */
    public static CommandException failed(String message) {
        return new CommandException(ExitCode.FAILED, message);
    }

    /** A configuration file that is not there. */
    public static CommandException missing(Path config) {
        Path absolute = config.toAbsolutePath().normalize();
        return failed("there is no configuration file " + config
                + (absolute.equals(config) ? "" : "; it would be " + absolute));
    }

    /** A file or folder that cannot be written. */
    public static CommandException unwritable(Path file, IOException e) {
        return failed("cannot write " + file + ": " + FileTrouble.writing(e));
    }

    public int exitCode() {
        return exitCode;
    }
}
