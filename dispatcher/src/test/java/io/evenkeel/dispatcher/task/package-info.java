// SPDX-License-Identifier: Apache-2.0
/** Claims about attempts and homes of tasks, on real clusters, without sockets and in virtual time. */
@NullMarked
package io.evenkeel.dispatcher.task;

import org.jspecify.annotations.NullMarked;
