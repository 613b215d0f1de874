// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.AcmeSettings;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gets certificates from an authority, and renews them. Threads: {@link #prepare}, {@link #begin} and {@link #close}
 * are serial; {@link #view} is for any thread.
 */
public interface Certifier extends AutoCloseable {

    /**
     * Prepares to keep these certificates, and no others. When it returns, something is installed for each of them:
     * what is there, the certificate of an earlier run, or one of its own making that no client believes. Until {@link
     * #begin}, nothing else changes.
     *
     * @param settings null when no certificate is wanted any more
     * @throws IOException when the folder of keys cannot be used, with a sentence for the user
     */
    void prepare(@Nullable AcmeSettings settings, List<Wanted> wanted) throws IOException;

    /**
     * Keeps what was prepared last from now on and asks the authority for it, because the listeners are open where it
     * will look.
     */
    void begin();

    /** Each certificate at this moment. */
    List<IssueView> view();

    /** Stops at once, also in the middle of a question. */
    @Override
    void close();

    /**
     * A certificate that is to be kept.
     *
     * @param proofs the ways to prove its names, the best first; at least one, and never {@code AUTO}
     */
    record Wanted(AcmeCertificate names, List<AcmeSettings.Proof> proofs) {

        public Wanted {
            proofs = List.copyOf(proofs);
        }
    }
}
