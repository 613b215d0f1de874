// SPDX-License-Identifier: Apache-2.0
/**
 * The costs of the classes of requests of a cluster: the page and its live texts.
 *
 * <p>It reads through the control interface and changes nothing. Threads: any.
 */
@NullMarked
package io.evenkeel.admin.console.cost;

import org.jspecify.annotations.NullMarked;
