// SPDX-License-Identifier: Apache-2.0
/**
 * The connection between the dispatcher and the others that it is joined with, the module {@code join}: loaded when a
 * configuration wants it. Orders of administrators that another dispatcher got are carried out here. Knows no network.
 * Threads: see each type; nothing here is on the path of a request.
 */
@NullMarked
package io.evenkeel.dispatcher.join;

import org.jspecify.annotations.NullMarked;
