// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.log.Spacing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A key that outlives the process: that of the last run, or a new one.
 *
 * <p>Its file is read, or made, when the key is first asked for, so that a dispatcher whose configuration names a key
 * has no file of its own. A key that could not be stored is in force all the same, and is tried again every ten
 * seconds: a full disk has room again long before the dispatcher is restarted.
 */
public final class StoredKey implements OwnKey {

    private static final long AGAIN_NS = 10_000_000_000L;

    private final Path file;
    private final KeyPlace place;
    private final BooleanSupplier mayStore;
    private final EventLogger log;
    private final Spacing tries = new Spacing(AGAIN_NS);
    private @Nullable String key;
    private boolean isOwed;

    /** The content of the file. */
    @FunctionalInterface
    public interface KeyPlace {

        /**
         * The key that is there, or a new one, which is there when this returns.
         *
         * @throws IOException when it cannot be read or written
         */
        String key(Supplier<String> make) throws IOException;
    }

    /**
     * The key of a file, which is not looked at now.
     *
     * @param file for messages
     * @param mayStore false while the file is another process's, so that a later attempt leaves it alone
     */
    public StoredKey(Path file, KeyPlace place, BooleanSupplier mayStore, EventLogger log) {
        this.file = file;
        this.place = place;
        this.mayStore = mayStore;
        this.log = log;
    }

    @Override
    public synchronized String text() {
        String present = key;
        if (present == null) {
            present = first(OwnKey.made());
            key = present;
        }
        return present;
    }

    private String first(String made) {
        try {
            String found = place.key(() -> made);
            if (found.equals(made)) {
                log.info("a cluster key is made, in " + file + ", which signs cookies of affinity; those that"
                        + " other dispatchers have signed, or this one under another configuration, count as none here."
                        + " Several dispatchers in front of the same nodes need a 'cluster-key' in their"
                        + " configurations, the same in all");
            }
            return found;
        } catch (IOException e) {
            isOwed = true;
            log.warn("no cluster key could be read or stored (" + e.getMessage() + "), so a new one is in force;"
                    + " cookies of affinity and sessions of TLS end with this run unless it can be stored, which is"
                    + " tried again every ten seconds. Make room, or name a 'cluster-key' in the configuration");
            return made;
        }
    }

    @Override
    public synchronized void store(long nowNs) {
        String present = key;
        if (present == null || !isOwed || !mayStore.getAsBoolean() || !tries.passes(nowNs)) {
            return;
        }
        try {
            String found = place.key(() -> present);
            isOwed = false;
            if (found.equals(present)) {
                log.info("the cluster key is stored now, in " + file);
            } else {
                log.warn(file + " has another cluster key than the one in force, which ends with this run; the next"
                        + " start uses that of the file");
            }
        } catch (IOException e) {
            // as before
        }
    }
}
