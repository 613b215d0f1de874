// SPDX-License-Identifier: Apache-2.0
/**
 * Limits of attempts. Knows nothing of requests; time is an argument.
 *
 * <p>Threads: any.
 */
@NullMarked
package io.evenkeel.admin.limit;

import org.jspecify.annotations.NullMarked;
