// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The certificate and key by which a server proves its identity.
 *
 * @param certificate file of the chain, absolute
 * @param key file of the private key, absolute; may be the same
 * @param identity the content of the two when the configuration was read
 * @param hsts time for which browsers shall use HTTPS only; 0 when they are told nothing
 */
public record TlsSettings(Path certificate, Path key, Identity identity, Duration hsts) {}
