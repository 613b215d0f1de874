// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON API under {@code /api/v1}: records of the control interface to JSON trees, requests to commands.
 *
 * <p>Knows nothing of tokens or sockets. Threads: those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.api;

import org.jspecify.annotations.NullMarked;
