// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The number of connections of a local port, by Linux's table of sockets.
 *
 * <p>The kernel writes the table again for every reading, a row for each socket of the machine, so it is read once a
 * second and no further than {@value #MOST_OCTETS} octets, some 3,000 sockets; on a machine with more the answer is
 * that it is not known.
 */
final class SocketCount {

    private static final int MOST_OCTETS = 512 * 1024;
    private static final long AGE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

    private final List<Path> tables;
    private final byte[] text = new byte[8 * 1024];
    private int port;
    private long countedNs;
    private double counted = Double.NaN;

    SocketCount() {
        this(TABLES);
    }

    SocketCount(List<Path> tables) {
        this.tables = tables;
    }

    /** Established connections whose local end is the port; NaN when that is not known. */
    double established(int newPort, long nowNs) {
        if (newPort != port || nowNs - countedNs >= AGE_NS) {
            port = newPort;
            countedNs = nowNs;
            counted = count();
        }
        return counted;
    }

    private double count() {
        double sum = 0;
        boolean any = false;
        for (Path table : tables) {
            if (Files.isReadable(table)) {
                any = true;
                sum += count(table);
            }
        }
        return any ? sum : Double.NaN;
    }

    private double count(Path table) {
        int found = 0;
        int kept = 0;
        int all = 0;
        try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "r")) {
            for (int read = file.read(text); read > 0; read = file.read(text, kept, text.length - kept)) {
                all += read;
                if (all > MOST_OCTETS) {
                    return Double.NaN;
                }
                int end = kept + read;
                int from = 0;
                for (int i = kept; i < end; i++) {
                    if (text[i] == '\n') {
                        found += isEstablished(from, i) ? 1 : 0;
                        from = i + 1;
                    }
                }
                kept = end - from;
                if (kept == text.length) {
                    return Double.NaN;
                }
                System.arraycopy(text, from, text, 0, kept);
            }
            return found;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /**
     * A row: number, colon, local address:port, remote address:port, state, all in hexadecimal; state 01 is
     * established.
     */
    private boolean isEstablished(int from, int to) {
        int local = next(from, to, ' ', 1);
        int colon = next(local, to, ':', 0);
        if (colon + 5 > to) {
            return false;
        }
        int number = 0;
        for (int i = colon + 1; i < colon + 5; i++) {
            int digit = Character.digit(text[i], 16);
            if (digit < 0) {
                return false;
            }
            number = 16 * number + digit;
        }
        int state = next(next(colon, to, ' ', 0) + 1, to, ' ', 0) + 1;
        return number == port && state + 1 < to && text[state] == '0' && text[state + 1] == '1';
    }

    /** The index of the next sign, or the end; with fields, the beginning of the field after that many others. */
    private int next(int from, int to, char sign, int fields) {
        int at = from;
        if (fields > 0) {
            while (at < to && text[at] == ' ') {
                at++;
            }
            while (at < to && text[at] != ' ') {
                at++;
            }
            while (at < to && text[at] == ' ') {
                at++;
            }
            return at;
        }
        while (at < to && text[at] != sign) {
            at++;
        }
        return at;
    }
}
