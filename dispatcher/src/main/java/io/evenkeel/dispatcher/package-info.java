// SPDX-License-Identifier: Apache-2.0
/** The running dispatcher: assembles listeners, clusters, checks and the control interface. */
@NullMarked
package io.evenkeel.dispatcher;

import org.jspecify.annotations.NullMarked;
