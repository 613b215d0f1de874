// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import java.util.Arrays;

/** A line in the making: bytes in an array that grows to the longest line there was and is used again. One thread. */
final class LineBuffer {

    /** Bytes that one escaped byte takes at most. */
    static final int WIDEST = 6;

    private static final byte[] CUT = {'.', '.', '.'};

    private final byte[] digits = new byte[20];
    private byte[] bytes = new byte[1024];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    private void room(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }

    /** One byte, as it is. */
    LineBuffer mark(int b) {
        room(1);
        bytes[length++] = (byte) b;
        return this;
    }

    /** ASCII of the format itself, as it is. */
    LineBuffer plain(String ascii) {
        int count = ascii.length();
        room(count);
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
        return this;
    }

    LineBuffer plain(byte[] ascii) {
        room(ascii.length);
        System.arraycopy(ascii, 0, bytes, length, ascii.length);
        length += ascii.length;
        return this;
    }

    /** Foreign bytes, escaped; three dots stand for a part that was cut. */
    LineBuffer escaped(Text text, Escape escape) {
        byte[] from = text.bytes();
        int count = text.length();
        room(count * WIDEST + CUT.length);
        for (int i = 0; i < count; i++) {
            byte b = from[i];
            if (escape.isPlain(b)) {
                bytes[length++] = b;
            } else {
                escape.write(b, this);
            }
        }
        return text.cut() ? plain(CUT) : this;
    }

    /** A name, escaped; chars above 255 become question marks. */
    LineBuffer escaped(String name, Escape escape) {
        int count = name.length();
        room(count * WIDEST);
        for (int i = 0; i < count; i++) {
            char c = name.charAt(i);
            byte b = c > 0xff ? (byte) '?' : (byte) c;
            if (escape.isPlain(b)) {
                bytes[length++] = b;
            } else {
                escape.write(b, this);
            }
        }
        return this;
    }

    LineBuffer number(long value) {
        if (value < 0) {
            mark('-');
        }
        int at = digits.length;
        long rest = value;
        do {
            digits[--at] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        room(digits.length - at);
        System.arraycopy(digits, at, bytes, length, digits.length - at);
        length += digits.length - at;
        return this;
    }

    /** A number of exactly two or three digits. */
    LineBuffer padded(int value, int width) {
        if (width == 3) {
            mark('0' + value / 100 % 10);
        }
        return mark('0' + value / 10 % 10).mark('0' + value % 10);
    }

    /** Nanoseconds as whole milliseconds, -1 for a phase that was not reached. */
    LineBuffer wholeMs(long ns) {
        return number(ns < 0 ? -1 : ns / 1_000_000);
    }

    /** Nanoseconds as milliseconds with three decimals. */
    LineBuffer decimalMs(long ns) {
        return number(ns / 1_000_000).mark('.').padded((int) (ns / 1_000 % 1_000), 3);
    }
}
