// SPDX-License-Identifier: Apache-2.0
/**
 * Users with sessions on real servers behind the dispatcher, while nodes and the dispatcher come and go.
 *
 * <p>The application with the carts runs inside the servers; shoppers and loads are clients in this process, a thread
 * for each shopper.
 */
@NullMarked
package io.evenkeel.lab.sessions;

import org.jspecify.annotations.NullMarked;
