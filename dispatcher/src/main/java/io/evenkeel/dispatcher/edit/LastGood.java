// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edit;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.ConfigVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Repairs of the configuration file of a dispatcher that is not running: removes files that a crash left, and puts back
 * the newest text that was replaced and has no errors. One thread, while no dispatcher runs with the file.
 */
public final class LastGood {

    private final Path config;
    private final Versions versions;

    /** @param config path of the file */
    public LastGood(Path config) {
        this.config = config;
        this.versions = Versions.beside(config);
    }

    /**
     * Removes files that a crash left beside the configuration.
     *
     * @throws IOException when the folder cannot be read or changed
     */
    public void sweep() throws IOException {
        WholeFile.sweep(config, Instant.now());
    }

    /** The dispatcher runs with the file, so a change of it that was begun has ended. */
    public void started() throws IOException {
        versions.finish();
    }

    /** The text in force at the start of a change that the end of the process cut short; empty when there is none. */
    public Optional<ConfigVersion> unfinished() throws IOException {
        Optional<String> id = versions.unfinished();
        return id.isEmpty() ? Optional.empty() : version(id.get());
    }

    /** The newest text that was replaced and has no errors today; empty when there is none. Looks up no host names. */
    public Optional<ConfigVersion> newest() throws IOException {
        for (String id : versions.ids()) {
            if (isSound(versions.text(id))) {
                return version(id);
            }
        }
        return Optional.empty();
    }

    private Optional<ConfigVersion> version(String id) throws IOException {
        return versions.list().stream().filter(each -> each.id().equals(id)).findFirst();
    }

    private boolean isSound(String text) {
        try {
            SettingsFile.of(text, config.toString()).load();
            return true;
        } catch (SettingsException e) {
            return false;
        }
    }

    /**
     * Makes a text that was replaced the content of the file; the present text of the file is kept as a version
     * instead.
     *
     * @throws IOException with a sentence for people
     */
    public void restore(ConfigVersion version) throws IOException {
        String good = versions.text(version.id());
        versions.keep(WholeFile.read(config), "run --last-good", "it could not be used", System.currentTimeMillis());
        WholeFile.replace(config, good);
        versions.finish();
    }
}
