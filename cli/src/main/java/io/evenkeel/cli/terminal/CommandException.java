// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
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

    /** A file or folder that cannot be written; says why in words where Java's own message is only a name. */
    public static CommandException unwritable(Path file, IOException e) {
        String why = String.valueOf(e.getMessage());
        if (e instanceof NoSuchFileException) {
            why = "there is no folder for it";
        } else if (e instanceof AccessDeniedException) {
            why = "that is not allowed";
        } else if (e instanceof FileAlreadyExistsException) {
            why = "a file is in its place";
        }
        return failed("cannot write " + file + ": " + why);
    }

    public int exitCode() {
        return exitCode;
    }
}
