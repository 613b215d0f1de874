// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The stream for a command's data; remembers the cause of a failed write, because the writers above it only tell that
 * something was wrong. Any thread.
 */
public final class StandardOutput extends OutputStream {

    /** The system's message when the reader is gone, as behind {@code | head}. */
    private static final String READER_GONE = "Broken pipe";

    private final OutputStream to;
    private volatile @Nullable IOException failure;

    public StandardOutput(OutputStream to) {
        this.to = to;
    }

    /** That of this process. */
    public static StandardOutput ofProcess() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int from, int length) throws IOException {
        try {
            to.write(octets, from, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            to.flush();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** The reason why data was lost; null when all was written, and when the reader wanted no more of it. */
    public @Nullable String trouble() {
        IOException known = failure;
        return known == null || READER_GONE.equals(known.getMessage()) ? null : String.valueOf(known.getMessage());
    }
}
