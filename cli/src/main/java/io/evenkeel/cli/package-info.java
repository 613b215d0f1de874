// SPDX-License-Identifier: Apache-2.0
/** See ARCHITECTURE.md. */
@NullMarked
package io.evenkeel.cli;

import org.jspecify.annotations.NullMarked;
