// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.AcmeSettings.Proof;
import io.evenkeel.config.tls.Identity;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversation with one authority. Every call waits for it, for minutes at most. Threads: one at a time. */
interface AcmeSession {

    /**
     * Gets a certificate with a new key.
     *
     * @param replaced the certificate that it is to replace; null for none
     * @throws IssueException when the authority refuses or cannot be reached
     */
    Identity issue(List<String> names, Proof proof, @Nullable X509Certificate replaced)
            throws IssueException, InterruptedException;

    /**
     * The time that the authority suggests for the renewal of a certificate (RFC 9773); null when it suggests none.
     *
     * @throws IssueException when it cannot be reached
     */
    @Nullable
    RenewalWindow window(X509Certificate certificate) throws IssueException, InterruptedException;
}
