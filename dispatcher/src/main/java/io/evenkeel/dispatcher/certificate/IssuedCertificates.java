// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The certificates and keys that listeners show for what is got by ACME. Threads: any. */
public final class IssuedCertificates {

    private final Map<AcmeCertificate, ServerCertificate> certificates = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();
    private volatile Runnable changed = () -> {};

    /** Calls an action after each change, on the thread that made it. */
    public void whenChanged(Runnable action) {
        changed = action;
    }

    /**
     * Shows a chain with its key to clients from now on; connections that are open keep what they have.
     *
     * @param file of both, for people
     */
    public void install(AcmeCertificate names, Identity identity, Path file) {
        ServerCertificate next = new ServerCertificate(file, file, identity);
        if (!next.equals(certificates.put(names, next))) {
            version.incrementAndGet();
            changed.run();
        }
    }

    /** The chain and key for some names; null before the first were installed. */
    public @Nullable Identity of(AcmeCertificate names) {
        ServerCertificate found = certificates.get(names);
        return found == null ? null : found.identity();
    }

    /** The certificates that a listener shows: those of files, then those that were installed for its names. */
    public List<ServerCertificate> shownBy(ListenerTls listener) {
        List<ServerCertificate> all = new ArrayList<>(listener.certificates());
        for (AcmeCertificate each : listener.issued()) {
            ServerCertificate found = certificates.get(each);
            if (found != null) {
                all.add(found);
            }
        }
        return all;
    }

    /** True for the file of a certificate that was installed. */
    public boolean has(String file) {
        return certificates.values().stream()
                .anyMatch(each -> each.certificate().toString().equals(file));
    }

    /** A number that is another one after each change. */
    public long version() {
        return version.get();
    }
}
