// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.tls;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How a server proves who it is.
 *
 * @param certificate file of the chain, absolute
 * @param key file of the private key, absolute; may be the same
 * @param identity what the two held when the configuration was read
 * @param hsts how long browsers shall come by HTTPS only; 0 when they are told nothing
 */
public record TlsSettings(Path certificate, Path key, Identity identity, Duration hsts) {}
