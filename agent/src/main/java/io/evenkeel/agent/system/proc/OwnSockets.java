// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The sockets of this process, by their inodes, from {@code /proc/self/fd}.
 *
 * <p>Reading all its links takes microseconds for each open file, so they are read only when an unknown socket is asked
 * for, and at most every 5 seconds.
 */
final class OwnSockets {

    private static final long SCAN_EVERY_NS = TimeUnit.SECONDS.toNanos(5);

    /** The time after which an unknown socket is looked at again, since inodes are used again. */
    private static final long FORGET_NS = TimeUnit.SECONDS.toNanos(60);

    private static final String SOCKET = "socket:[";

    private final Path descriptors;
    private long[] own = {};
    private long[] strangers = {};
    private boolean scanned;
    private long scannedNs;

    OwnSockets(Path descriptors) {
        this.descriptors = descriptors;
    }

    boolean holds(long inode, long nowNs) {
        if (Arrays.binarySearch(own, inode) >= 0) {
            return true;
        }
        long sinceNs = nowNs - scannedNs;
        if (scanned && (sinceNs < SCAN_EVERY_NS || (sinceNs < FORGET_NS && isStranger(inode)))) {
            if (sinceNs == 0 && !isStranger(inode)) {
                remember(inode);
            }
            return false;
        }
        scan();
        scanned = true;
        scannedNs = nowNs;
        strangers = new long[0];
        if (Arrays.binarySearch(own, inode) >= 0) {
            return true;
        }
        remember(inode);
        return false;
    }

    private boolean isStranger(long inode) {
        return Arrays.binarySearch(strangers, inode) >= 0;
    }

    private void remember(long stranger) {
        strangers = Arrays.copyOf(strangers, strangers.length + 1);
        strangers[strangers.length - 1] = stranger;
        Arrays.sort(strangers);
    }

    private void scan() {
        long[] found = new long[64];
        int count = 0;
        try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
            for (Path link : links) {
                long inode = inode(link);
                if (inode > 0) {
                    found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
                    found[count++] = inode;
                }
            }
        } catch (IOException e) {
            count = 0;
        }
        own = Arrays.copyOf(found, count);
        Arrays.sort(own);
    }

    /** The inode behind a descriptor; -1 when it is not a socket, or closed by now. */
    private static long inode(Path link) {
        try {
            String target = Files.readSymbolicLink(link).toString();
            if (target.startsWith(SOCKET) && target.endsWith("]")) {
                return Long.parseLong(target.substring(SOCKET.length(), target.length() - 1));
            }
            return -1;
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }
}
