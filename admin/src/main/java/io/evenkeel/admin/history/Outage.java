// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.dispatcher.log.EventLogger;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The time in which no history is kept, since its folder cannot be used: says why, once for each reason, and when the
 * folder is to be tried again. A disk that was full has room again long before the dispatcher is restarted.
 *
 * <p>Threads: the one inside the lock of the history.
 */
final class Outage {

    private static final long AGAIN_NS = 60_000_000_000L;

    /** Free octets of a disk below which the next row would meet the same failure. */
    private static final long LEAST_FREE = 64L << 20;

    private final Path folder;
    private final EventLogger log;
    private final Supplier<DiskSpace> disk;
    private String problem = "it was closed";
    private String said = "";

    private long againNs;
    /** False until the first tick of this outage, which sets the time of the next attempt. */
    private boolean isSet;

    Outage(Path folder, EventLogger log) {
        this(folder, log, () -> DiskSpace.of(folder));
    }

    /** @param disk gives the room of now */
    Outage(Path folder, EventLogger log, Supplier<DiskSpace> disk) {
        this.folder = folder;
        this.log = log;
        this.disk = disk;
    }

    /** The reason of the present one, or of the last, in a few words. */
    String problem() {
        return problem;
    }

    /** One begins, or goes on. */
    void begins(Throwable why) {
        isSet = false;
        problem = folder + " cannot be used: " + (why.getMessage() == null ? why.toString() : why.getMessage());
        if (!problem.equals(said)) {
            said = problem;
            log.warn("no history is kept, because " + problem + "; the dispatcher goes on, and tries the folder again"
                    + " every minute. Make room, or set admin.history to a folder that can be written, or to off");
        }
    }

    /** A tick without history: true once a minute, when the disk has some room. The first minute begins here. */
    boolean isTimeToTry(long nowNs) {
        boolean isTime = isSet && nowNs - againNs >= 0;
        if (!isSet || isTime) {
            isSet = true;
            againNs = nowNs + AGAIN_NS;
        }
        return isTime && disk.get().has(LEAST_FREE);
    }

    /** A row was kept. */
    void ends() {
        if (!said.isEmpty()) {
            said = "";
            log.info("the history is kept again in " + folder);
        }
    }
}
