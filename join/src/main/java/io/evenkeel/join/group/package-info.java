// SPDX-License-Identifier: Apache-2.0
/**
 * The connections between joined dispatchers, through JGroups over TCP. A connection carries nothing of JGroups before
 * both ends have proved to know the cluster key, by TLS 1.3. Does not know what the messages say. Threads: see each
 * type.
 */
@NullMarked
package io.evenkeel.join.group;

import org.jspecify.annotations.NullMarked;
