// SPDX-License-Identifier: Apache-2.0
/**
 * How often somebody may try something. Knows nothing of requests; time is an argument.
 *
 * <p>Threads: any.
 */
@NullMarked
package io.evenkeel.admin.limit;

import org.jspecify.annotations.NullMarked;
