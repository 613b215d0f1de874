// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.source;

/** A file that cannot be read as a configuration of its product. The message begins with the place. */
public final class MalformedFileException extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param why one sentence without a full stop */
    public MalformedFileException(SourceLine at, String why) {
        super(SourceLine.visible(at + ": " + why));
    }
}
