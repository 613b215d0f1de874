// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.config.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches the files of the certificate in force. Any thread. */
final class CertificateWatch {

    private final Map<Path, FileWatch> watched = new HashMap<>();
    private final Consumer<Path> changed;

    /** @param changed hears of a file with other content, on a thread of its own */
    CertificateWatch(Consumer<Path> changed) {
        this.changed = changed;
    }

    /**
     * Watches other files from now on, or the same.
     *
     * @param tls null for none
     * @throws IOException when a folder cannot be watched
     */
    synchronized void follow(@Nullable TlsSettings tls) throws IOException {
        Set<Path> wanted = new LinkedHashSet<>();
        if (tls != null) {
            wanted.add(tls.certificate());
            wanted.add(tls.key());
        }
        for (Iterator<Map.Entry<Path, FileWatch>> each = watched.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Path, FileWatch> entry = each.next();
            if (!wanted.contains(entry.getKey())) {
                entry.getValue().close();
                each.remove();
            }
        }
        for (Path file : wanted) {
            if (!watched.containsKey(file)) {
                watched.put(file, FileWatch.start(file, () -> changed.accept(file)));
            }
        }
    }
}
