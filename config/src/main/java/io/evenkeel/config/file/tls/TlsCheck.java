// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.tls;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.tls.TlsSettings;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks that the certificates that a file names can be used; they are read at that moment. One use. */
public final class TlsCheck {

    private final TlsFiles files;

    /**
     * @param file the configuration's path, beside which relative paths begin
     * @param gate says which files may be read
     */
    public TlsCheck(Problems problems, String file, FileGate gate) {
        files = new TlsFiles(problems, file, gate);
    }

    /** The TLS of a configuration; parts that cannot be used are left out, and are among the problems. */
    public TlsSheet read(ParsedSection file) {
        Map<ParsedSection, ListenerTls> listeners = new HashMap<>();
        ListenerTlsCheck listenerCheck = new ListenerTlsCheck(files);
        for (ParsedSection listener : file.blocks("listeners")) {
            ListenerTls tls = listenerCheck.read(listener);
            if (tls != null) {
                listeners.put(listener, tls);
            }
        }
        Map<ParsedSection, NodeTls> clusters = new HashMap<>();
        ParsedSection table = file.block("clusters");
        if (table != null) {
            table.items().values().forEach(item -> {
                ParsedSection cluster = (ParsedSection) item.value();
                NodeTls tls = nodes(cluster.block("tls"));
                if (tls != null) {
                    clusters.put(cluster, tls);
                }
            });
        }
        new SubjectCheck(files.problems()).check(file);
        return new TlsSheet(admin(file.block("admin")), listeners, clusters, new AcmeCheck(files).read(file));
    }

    private @Nullable TlsSettings admin(@Nullable ParsedSection admin) {
        ParsedSection tls = admin == null ? null : admin.block("tls");
        Path certificate = tls == null ? null : files.path(tls, "certificate");
        Path key = tls == null ? null : files.path(tls, "key");
        if (tls == null || certificate == null || key == null) {
            return null;
        }
        Identity identity = files.identity(tls, certificate, key);
        Duration hsts = tls.find("hsts", Duration.class);
        return identity == null
                ? null
                : new TlsSettings(certificate, key, identity, hsts == null ? Duration.ZERO : hsts);
    }

    private @Nullable NodeTls nodes(@Nullable ParsedSection tls) {
        if (tls == null) {
            return null;
        }
        boolean verify = !Boolean.FALSE.equals(tls.find("verify", Boolean.class));
        if (!verify) {
            files.problems()
                    .warning(
                            tls.placeOf("verify"),
                            "anybody between here and the nodes can read and change everything, because no certificate"
                                    + " is checked",
                            "remove it, and name the nodes' authority with ca: FILE");
            if (tls.gives("ca")) {
                files.problems().warning(tls.keyPlace("ca"), "'ca' does nothing with verify: false", null);
            }
        }
        for (String[] pair : new String[][] {{"certificate", "key"}, {"key", "certificate"}}) {
            if (tls.gives(pair[0]) && !tls.gives(pair[1])) {
                files.problems().error(tls.keyPlace(pair[0]), "'" + pair[0] + "' needs a '" + pair[1] + "'", null);
            }
        }
        Path ca = files.path(tls, "ca");
        Path certificate = files.path(tls, "certificate");
        Path key = files.path(tls, "key");
        String name = tls.find("name", String.class);
        return new NodeTls(
                verify,
                ca,
                ca == null ? null : files.authorities(tls, "ca", ca),
                name == null || name.isEmpty() ? null : name,
                certificate,
                key,
                certificate == null || key == null ? null : files.identity(tls, certificate, key));
    }
}
