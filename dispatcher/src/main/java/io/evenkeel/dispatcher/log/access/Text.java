// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import java.util.Arrays;

/**
 * Bytes of a field as they came, kept in an array that is used again; a field longer than {@code most} is cut and
 * marked.
 */
final class Text {

    private static final int LEAST = 64;

    private final int most;
    private byte[] bytes = new byte[0];
    private int length;
    private boolean cut;

    Text(int most) {
        this.most = most;
    }

    void clear() {
        length = 0;
        cut = false;
    }

    void set(byte[] octets, int from, int to) {
        room(to - from);
        System.arraycopy(octets, from, bytes, 0, length);
    }

    /** Chars above 255, which no field on the wire has, become question marks. */
    void set(CharSequence from) {
        room(from.length());
        for (int i = 0; i < length; i++) {
            char c = from.charAt(i);
            bytes[i] = c > 0xff ? (byte) '?' : (byte) c;
        }
    }

    private void room(int count) {
        length = Math.min(count, most);
        cut = count > most;
        if (bytes.length < length) {
            bytes = Arrays.copyOf(bytes, Math.max(LEAST, Math.min(most, 2 * length)));
        }
    }

    boolean isEmpty() {
        return length == 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** True when the field was longer than the kept part. */
    boolean cut() {
        return cut;
    }
}
