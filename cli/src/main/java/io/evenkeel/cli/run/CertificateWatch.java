// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.config.Settings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Watches the files of the certificates in force, with one watch for each folder. Any thread. */
final class CertificateWatch {

    private final Map<Path, FileWatch> folders = new HashMap<>();
    private final Consumer<Path> changed;
    private final Consumer<String> say;

    /**
     * @param changed hears of a file with other content, on a thread of its own
     * @param say gets a sentence for the user when a folder cannot be watched any more
     */
    CertificateWatch(Consumer<Path> changed, Consumer<String> say) {
        this.changed = changed;
        this.say = say;
    }

    /**
     * Watches other files from now on, or the same. A folder that cannot be watched keeps no other from it.
     *
     * @throws IOException when folders cannot be watched, with each of them; the others are
     */
    synchronized void follow(Settings settings) throws IOException {
        Map<Path, Set<Path>> wanted = new LinkedHashMap<>();
        for (Path file : files(settings)) {
            Path absolute = file.toAbsolutePath();
            wanted.computeIfAbsent(Objects.requireNonNull(absolute.getParent()), fresh -> new LinkedHashSet<>())
                    .add(absolute);
        }
        for (Iterator<Map.Entry<Path, FileWatch>> each = folders.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Path, FileWatch> entry = each.next();
            if (!wanted.containsKey(entry.getKey())) {
                entry.getValue().close();
                each.remove();
            }
        }
        List<String> failures = new ArrayList<>();
        for (Map.Entry<Path, Set<Path>> each : wanted.entrySet()) {
            FileWatch present = folders.get(each.getKey());
            if (present != null) {
                present.follow(each.getValue());
                continue;
            }
            try {
                folders.put(each.getKey(), FileWatch.start(each.getKey(), each.getValue(), changed, say));
            } catch (IOException e) {
                failures.add(each.getKey() + ": " + e);
            }
        }
        if (!failures.isEmpty()) {
            throw new IOException(String.join(", ", failures));
        }
    }

    private static Set<Path> files(Settings settings) {
        Set<Path> files = new LinkedHashSet<>();
        TlsSettings admin = settings.admin().tls();
        if (admin != null) {
            files.add(admin.certificate());
            files.add(admin.key());
        }
        for (ListenerSettings listener : settings.listeners()) {
            ListenerTls tls = listener.tls();
            if (tls != null) {
                files.addAll(tls.files());
            }
        }
        for (ClusterSettings cluster : settings.clusters().values()) {
            NodeTls tls = cluster.tls();
            if (tls != null) {
                files.addAll(tls.files());
            }
        }
        return files;
    }
}
