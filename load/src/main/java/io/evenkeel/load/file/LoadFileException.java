// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.file;

/** A file that cannot be read, with its name, the place in it and what it should say. */
public final class LoadFileException extends Exception {

    private static final long serialVersionUID = 1L;

    LoadFileException(String message) {
        super(message);
    }
}
