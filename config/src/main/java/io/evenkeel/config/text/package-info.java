// SPDX-License-Identifier: Apache-2.0
/**
 * Octets of HTTP and paths of routes: the rules that a configuration is checked by and requests are read by. Stateless.
 *
 * <p>Knows nothing of the rest.
 */
@NullMarked
package io.evenkeel.config.text;

import org.jspecify.annotations.NullMarked;
