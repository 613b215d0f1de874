// SPDX-License-Identifier: Apache-2.0
/**
 * Running loads: how many users there are, when they come and when all of it ends.
 *
 * <p>Knows no page and no wire format. A load may be asked and closed by any thread.
 */
@NullMarked
package io.evenkeel.lab.load.loop;

import org.jspecify.annotations.NullMarked;
