// SPDX-License-Identifier: Apache-2.0
/**
 * Proofs of who a client is, checked on threads of their own. What was proved is remembered for a while, under a hash
 * with a random key. Questions come from any loop.
 */
@NullMarked
package io.evenkeel.dispatcher.edge.login;

import org.jspecify.annotations.NullMarked;
