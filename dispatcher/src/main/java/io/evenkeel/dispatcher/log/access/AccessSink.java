// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The target of access lines; opened at the start and again after a rotation. */
interface AccessSink {

    WritableByteChannel open() throws IOException;

    /** A file that lines are appended to, or standard output for {@code -}, which is never closed. */
    static AccessSink of(String file) {
        if (!file.equals("-")) {
            Path path = Path.of(file);
            return () -> FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        FileChannel out = new FileOutputStream(FileDescriptor.out).getChannel();
        return () -> new WritableByteChannel() {
            @Override
            public int write(ByteBuffer from) throws IOException {
                return out.write(from);
            }

            @Override
            public boolean isOpen() {
                return out.isOpen();
            }

            // Standard output belongs to the process and stays open.
            @Override
            public void close() {}
        };
    }
}
