// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.FirstStep;
import io.evenkeel.dispatcher.StartException;
import io.evenkeel.dispatcher.control.ConfigVersion;
import io.evenkeel.dispatcher.edit.LastGood;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.order.KeptState;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;

/**
 * A start after a failure: removes the remains of a crash, and offers the newest earlier text of the configuration when
 * the file cannot be used. It is put back only when the command line says so. One thread.
 */
final class Recovery {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private final Path config;
    private final boolean wanted;
    private final PrintWriter err;
    private final LastGood lastGood;

    /**
     * @param wanted true when an earlier text shall be put back
     */
    Recovery(Path config, boolean wanted, PrintWriter err) {
        this.config = config;
        this.wanted = wanted;
        this.err = err;
        this.lastGood = new LastGood(config);
    }

    /** A look for one of the earlier texts. */
    private interface Look {
        Optional<ConfigVersion> now() throws IOException;
    }

    /** Removes the remains of a crash; not while another process may be writing. */
    void sweep() {
        try {
            lastGood.sweep();
        } catch (IOException e) {
            // the file is not there or cannot be read, which the start itself says
        }
    }

    /** Starts with the file, or, when that fails and it was asked for, with an earlier text put back into the file. */
    Dispatcher start(SettingsFile file, FirstStep first, Function<EventLog, KeptState> kept)
            throws SettingsException, StartException {
        Dispatcher dispatcher;
        try {
            dispatcher = Dispatcher.start(file, first, kept);
        } catch (SettingsException e) {
            if (!wanted || !restored(look(lastGood::newest))) {
                throw e;
            }
            dispatcher = Dispatcher.start(file, first, kept);
        } catch (StartException e) {
            if (!wanted || !restored(look(lastGood::unfinished))) {
                throw e;
            }
            dispatcher = Dispatcher.start(file, first, kept);
        }
        try {
            lastGood.started();
        } catch (IOException e) {
            err.println("evenkeel: " + e.getMessage());
        }
        return dispatcher;
    }

    /** Names the earlier text that could replace a file with errors, and the command for it. */
    void offer() {
        offer(look(lastGood::newest));
    }

    /** The same after a change that was not finished because the process ended. */
    void offerUnfinished() {
        look(lastGood::unfinished).ifPresent(version -> {
            err.println("evenkeel: the process ended while a change by " + version.who() + " was put in force");
            offer(Optional.of(version));
        });
    }

    private void offer(Optional<ConfigVersion> found) {
        found.ifPresent(version -> err.println("evenkeel: the text that was in force until " + time(version)
                + " is kept and has no errors; to put it back and start with it: evenkeel run -c " + config
                + " --last-good"));
    }

    private boolean restored(Optional<ConfigVersion> found) {
        if (found.isEmpty()) {
            err.println("evenkeel: --last-good: no earlier text is kept that can be used");
            return false;
        }
        try {
            lastGood.restore(found.get());
            err.println("evenkeel: " + config + " could not be used; it is again what was in force until "
                    + time(found.get()) + ", and what it said is kept among the earlier texts");
            return true;
        } catch (IOException e) {
            err.println("evenkeel: --last-good: " + e.getMessage());
            return false;
        }
    }

    private Optional<ConfigVersion> look(Look look) {
        try {
            return look.now();
        } catch (IOException e) {
            err.println("evenkeel: the earlier texts cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static String time(ConfigVersion version) {
        return TIME.format(Instant.ofEpochMilli(version.atMs()));
    }
}
