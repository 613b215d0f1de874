// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.nio.file.Path;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that clients of a listener show.
 *
 * @param verify the need for one
 * @param ca file of the authorities, absolute; null without verification
 * @param authorities the content of that file; empty without verification
 * @param crl file of the revoked certificates, absolute; null for none
 * @param revoked the content of that file; empty for none
 * @param header the field that tells the node the subject of the client's certificate; null for none
 */
public record ClientCertificates(
        Verify verify,
        @Nullable Path ca,
        List<X509Certificate> authorities,
        @Nullable Path crl,
        List<X509CRL> revoked,
        @Nullable String header) {

    /** Clients are not asked for one. */
    public static final ClientCertificates NONE =
            new ClientCertificates(Verify.NONE, null, List.of(), null, List.of(), null);

    public ClientCertificates {
        authorities = List.copyOf(authorities);
        revoked = List.copyOf(revoked);
    }

    /** The need for a certificate. */
    public enum Verify {
        /** None is asked for. */
        NONE,
        /** One that is shown must be good. */
        OPTIONAL,
        /** A client without a good one is refused. */
        REQUIRED
    }
}
