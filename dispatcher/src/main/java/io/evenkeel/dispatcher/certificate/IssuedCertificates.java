// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.Identity;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The certificates and keys that listeners show for what is got by ACME. Threads: any. */
public final class IssuedCertificates {

    private final Map<AcmeCertificate, Identity> identities = new ConcurrentHashMap<>();
    private volatile Runnable changed = () -> {};

    /** Calls an action after each change, on the thread that made it. */
    public void whenChanged(Runnable action) {
        changed = action;
    }

    /** Shows a chain with its key to clients from now on; connections that are open keep what they have. */
    public void install(AcmeCertificate names, Identity identity) {
        Identity before = identities.put(names, identity);
        if (!identity.equals(before)) {
            changed.run();
        }
    }

    /** The chain and key for some names; null before the first were installed. */
    public @Nullable Identity of(AcmeCertificate names) {
        return identities.get(names);
    }
}
