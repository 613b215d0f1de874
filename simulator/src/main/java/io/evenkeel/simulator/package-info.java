// SPDX-License-Identifier: Apache-2.0
/** See ARCHITECTURE.md. */
@NullMarked
package io.evenkeel.simulator;

import org.jspecify.annotations.NullMarked;
