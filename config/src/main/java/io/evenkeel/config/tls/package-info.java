// SPDX-License-Identifier: Apache-2.0
/**
 * Certificates and private keys: read from PEM files, checked against each other, and kept in memory.
 *
 * <p>Files are read when a configuration is loaded, so the identity in force is the one that was checked. Nothing here
 * opens a socket or knows the users of an identity. Any thread.
 */
@NullMarked
package io.evenkeel.config.tls;

import org.jspecify.annotations.NullMarked;
