// SPDX-License-Identifier: Apache-2.0
/**
 * Rules of alerts, applied to what is seen of nodes, clusters and the dispatcher: what begins to hold, and what ends.
 *
 * <p>Time comes with what is seen; there is no clock, thread, file or socket here. One caller at a time.
 */
@NullMarked
package io.evenkeel.admin.alert.rule;

import org.jspecify.annotations.NullMarked;
