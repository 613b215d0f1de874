// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rrd4j.core.RrdBackend;
import org.rrd4j.core.RrdBackendAnnotation;
import org.rrd4j.core.RrdNioBackend;
import org.rrd4j.core.RrdNioBackendFactory;
import org.rrd4j.core.RrdSyncThreadPool;

/**
 * Round-robin files in mapped memory that take blocks of the disk only for figures that were ever known.
 *
 * <p>An unknown figure is NaN, and the library writes one in every place of a new file. Here NaN is the number 0 in the
 * file, each figure being combined with it by exclusive or, and a number that is there already is not written. So a new
 * file is a hole of its full size, and the rows of a year take their place as they come. One thread at a time for each
 * file.
 */
@RrdBackendAnnotation(name = "SPARSE", shouldValidateHeader = true)
final class SparseFiles extends RrdNioBackendFactory {

    private static final long UNKNOWN = Double.doubleToRawLongBits(Double.NaN);

    /** The place of a limit of the first figure, which is unknown in every file. */
    private static final int LIMIT_AT = 152;

    /** Files that the kernel writes back by itself; a thread of the library that forces them adds nothing. */
    SparseFiles() {
        super(0);
    }

    /** True for a file of an earlier version, in which NaN is NaN. */
    static boolean isDense(Path file) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(LIMIT_AT + Long.BYTES);
        try (InputStream in = Files.newInputStream(file)) {
            in.readNBytes(head.array(), 0, head.capacity());
        }
        return head.getLong(LIMIT_AT) == UNKNOWN;
    }

    @Override
    protected RrdBackend open(String path, boolean readOnly) throws IOException {
        return new SparseFile(path, readOnly, getSyncThreadPool());
    }

    /** One file. */
    private static final class SparseFile extends RrdNioBackend {

        SparseFile(String path, boolean readOnly, RrdSyncThreadPool pool) throws IOException {
            super(path, readOnly, pool, 0);
        }

        @Override
        protected void writeDouble(long offset, double value) throws IOException {
            long bits = Double.doubleToRawLongBits(value) ^ UNKNOWN;
            if (readLong(offset) != bits) {
                writeLong(offset, bits);
            }
        }

        @Override
        protected void writeDouble(long offset, double value, int count) throws IOException {
            for (int index = 0; index < count; index++) {
                writeDouble(offset + (long) index * Double.BYTES, value);
            }
        }

        @Override
        protected void writeDouble(long offset, double[] values) throws IOException {
            for (int index = 0; index < values.length; index++) {
                writeDouble(offset + (long) index * Double.BYTES, values[index]);
            }
        }

        @Override
        public double readDouble(long offset) throws IOException {
            return Double.longBitsToDouble(readLong(offset) ^ UNKNOWN);
        }

        @Override
        public double[] readDouble(long offset, int count) throws IOException {
            double[] values = new double[count];
            for (int index = 0; index < count; index++) {
                values[index] = readDouble(offset + (long) index * Double.BYTES);
            }
            return values;
        }
    }
}
