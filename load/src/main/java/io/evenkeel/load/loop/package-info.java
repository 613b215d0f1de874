// SPDX-License-Identifier: Apache-2.0
/**
 * Running loads: the number of users, their arrivals and the end of the load.
 *
 * <p>Knows no page and no wire format. A load may be asked and closed by any thread.
 */
@NullMarked
package io.evenkeel.load.loop;

import org.jspecify.annotations.NullMarked;
