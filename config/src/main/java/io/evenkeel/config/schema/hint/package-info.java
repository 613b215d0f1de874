// SPDX-License-Identifier: Apache-2.0

/**
 * Guesses at what the author of a configuration meant: a name that is nearly right, a word of another load balancer, a
 * protocol. Knows no grammar. Threads: any.
 */
@NullMarked
package io.evenkeel.config.schema.hint;

import org.jspecify.annotations.NullMarked;
