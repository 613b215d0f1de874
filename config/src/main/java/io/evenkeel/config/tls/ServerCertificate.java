// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One certificate of a listener.
 *
 * @param certificate file of the chain, absolute
 * @param key file of the private key, absolute; may be the same
 * @param identity the content of the two when the configuration was read
 * @param staple file of the OCSP answer that is stapled, absolute; null for none
 * @param stapled the content of that file in Base64; null for none
 */
public record ServerCertificate(
        Path certificate,
        Path key,
        Identity identity,
        @Nullable Path staple,
        @Nullable String stapled) {

    /** A certificate without a staple. */
    public ServerCertificate(Path certificate, Path key, Identity identity) {
        this(certificate, key, identity, null, null);
    }
}
