// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The certificate authority that issues certificates by ACME (RFC 8555).
 *
 * @param directory where the protocol begins; https
 * @param email told to the authority; null for none
 * @param state the folder of keys, certificates and tries, absolute
 * @param ca file of the authorities that confirm the directory's own certificate, absolute; null for those of Java
 * @param proof the proof that a name is ours
 * @param profile the kind of certificate that is asked for; null for the authority's default
 * @param account an account that the authority knows beforehand; null for none
 */
public record AcmeSettings(
        URI directory,
        @Nullable String email,
        Path state,
        @Nullable Path ca,
        Proof proof,
        @Nullable String profile,
        @Nullable ExternalAccount account) {

    /** The directory that is used when none is named. */
    public static final String LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory";

    /** The proof that a name is ours. */
    public enum Proof {
        /** The one for which there is a listener at the port where the authority asks. */
        AUTO,
        /** A page on port 80. */
        HTTP_01,
        /** A certificate on port 443. */
        TLS_ALPN_01
    }

    /**
     * An account at the authority's web site (external account binding).
     *
     * @param id told to the authority
     * @param hmacKey in Base64 for URLs; secret
     */
    public record ExternalAccount(String id, String hmacKey) {

        @Override
        public String toString() {
            return "ExternalAccount[id=" + id + "]";
        }
    }
}
