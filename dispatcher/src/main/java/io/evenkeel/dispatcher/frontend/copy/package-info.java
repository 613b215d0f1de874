// SPDX-License-Identifier: Apache-2.0
/**
 * Copies of requests, sent to other clusters as if a client had asked for them; nobody reads the answers. On the loop
 * of the request that was copied.
 */
@NullMarked
package io.evenkeel.dispatcher.frontend.copy;

import org.jspecify.annotations.NullMarked;
