// SPDX-License-Identifier: Apache-2.0
/**
 * The next request of a user and the faults of its answer: one request, files, or a walk over the pages of the sample
 * application.
 *
 * <p>Does not decide how many users there are or when they ask, and sends nothing. Each user has a script, cookies and
 * a random sequence of its own; one seed gives the same requests in the same order. For one thread each.
 */
@NullMarked
package io.evenkeel.load.visit;

import org.jspecify.annotations.NullMarked;
