// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * The reason why a file could not be read or written, in words if Java's own message is only the name of the file. It
 * stands behind the name and a colon.
 */
public final class FileTrouble {

    private FileTrouble() {}

    /** The reason for a file that was to be read. */
    public static String reading(IOException e) {
        return e instanceof NoSuchFileException ? "there is no such file" : other(e);
    }

    /** The reason for a file or folder that was to be written. */
    public static String writing(IOException e) {
        return e instanceof NoSuchFileException ? "there is no folder for it" : other(e);
    }

    private static String other(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "that is not allowed";
        }
        if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
            return "a file is in its place";
        }
        return String.valueOf(e.getMessage());
    }
}
