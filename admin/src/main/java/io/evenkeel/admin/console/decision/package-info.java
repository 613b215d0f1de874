// SPDX-License-Identifier: Apache-2.0
/** The page of the last choices, and what another policy had chosen. */
@NullMarked
package io.evenkeel.admin.console.decision;

import org.jspecify.annotations.NullMarked;
