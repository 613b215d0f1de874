// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A small file of the kernel's that is read again and again, and a cursor in what it said.
 *
 * <p>It stays open; each {@link #load} reads it from the start into the same array, which grows when it must. One that
 * is not there is not asked for again. Makes no garbage once open. For one thread.
 */
public final class ProcFile {

    private static final int FIRST_SIZE = 4_096;
    private static final int MOST_SIZE = 1 << 20;

    private final Path path;
    private @Nullable RandomAccessFile file;
    private boolean absent;
    private byte[] octets = new byte[FIRST_SIZE];
    private int length;
    private int at;
    private boolean whole;

    /** The file of this path, which need not exist. */
    public ProcFile(Path path) {
        this.path = path;
    }

    /** Reads the whole file and puts the cursor at its start; false when it is not there or may not be read. */
    public boolean load() {
        return load(MOST_SIZE);
    }

    /** Reads at least so much of the start of the file, if there is so much. */
    boolean load(int most) {
        length = 0;
        at = 0;
        whole = false;
        if (absent) {
            return false;
        }
        try {
            RandomAccessFile open = file;
            if (open == null) {
                open = new RandomAccessFile(path.toFile(), "r");
                file = open;
            } else {
                open.seek(0);
            }
            return fill(open, most);
        } catch (FileNotFoundException e) {
            absent = true;
            return false;
        } catch (IOException e) {
            // A control group that was moved away, or pressure figures that the kernel has switched off.
            close();
            absent = true;
            return false;
        }
    }

    /** True when what was read is all there is. */
    boolean whole() {
        return whole;
    }

    private boolean fill(RandomAccessFile open, int most) throws IOException {
        while (length < most) {
            if (length == octets.length) {
                octets = Arrays.copyOf(octets, 2 * octets.length);
            }
            int read = open.read(octets, length, octets.length - length);
            if (read < 0) {
                whole = true;
                break;
            }
            length += read;
        }
        return length > 0;
    }

    /** Puts the cursor behind this text at the start of a line, looking from the start of the file. */
    public boolean seek(byte[] label) {
        at = 0;
        while (at < length) {
            if (startsWith(label)) {
                at += label.length;
                return true;
            }
            nextLine();
        }
        return false;
    }

    /** True when this stands at the cursor. */
    public boolean startsWith(byte[] label) {
        return at + label.length <= length && Arrays.equals(octets, at, at + label.length, label, 0, label.length);
    }

    /** Puts the cursor at the start of the next line; false at the end of the file. */
    public boolean nextLine() {
        boolean ended = false;
        while (at < length && !ended) {
            ended = octets[at++] == '\n';
        }
        return at < length;
    }

    /**
     * Puts the cursor behind the next such character of this line; false, and at the line's end, when there is none.
     */
    public boolean skipPast(char character) {
        while (at < length && octets[at] != '\n') {
            if (octets[at++] == character) {
                return true;
            }
        }
        return false;
    }

    /** Puts the cursor behind a number of words. */
    public void skipWords(int count) {
        for (int i = 0; i < count; i++) {
            skipBlanks();
            while (at < length && octets[at] > ' ') {
                at++;
            }
        }
    }

    /** Puts the cursor at the next word of this line; false when there is none. */
    public boolean skipBlanks() {
        while (at < length && (octets[at] == ' ' || octets[at] == '\t')) {
            at++;
        }
        return at < length && octets[at] > ' ';
    }

    /** The next word of this line; empty when there is none. Makes a string. */
    public String nextWord() {
        skipBlanks();
        int from = at;
        skipWords(1);
        return new String(octets, from, at - from, StandardCharsets.US_ASCII);
    }

    /** The next number; -1, and the cursor stays, when there is no digit next. */
    public long number() {
        skipBlanks();
        if (!digitNext()) {
            return -1;
        }
        long value = 0;
        while (digitNext()) {
            value = 10 * value + (octets[at++] - '0');
        }
        return value;
    }

    /** The next number with a fraction; NaN when there is none. */
    public double decimal() {
        long whole = number();
        if (whole < 0) {
            return Double.NaN;
        }
        if (at >= length || octets[at] != '.') {
            return whole;
        }
        at++;
        int from = at;
        long part = Math.max(0, number());
        return whole + part / Math.pow(10, at - from);
    }

    /** The next number in hexadecimal; -1 when there is none. */
    long hexadecimal() {
        skipBlanks();
        int from = at;
        long value = 0;
        while (at < length && Character.digit(octets[at], 16) >= 0) {
            value = 16 * value + Character.digit(octets[at++], 16);
        }
        return at == from ? -1 : value;
    }

    /** Closes the file; loading opens it again. */
    public void close() {
        RandomAccessFile open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // Nothing is lost with a file that was only read.
            }
        }
    }

    /** A label to look for. */
    public static byte[] label(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private boolean digitNext() {
        return at < length && octets[at] >= '0' && octets[at] <= '9';
    }
}
