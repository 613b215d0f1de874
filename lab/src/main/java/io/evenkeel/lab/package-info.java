// SPDX-License-Identifier: Apache-2.0
/** See ARCHITECTURE.md. */
@NullMarked
package io.evenkeel.lab;

import org.jspecify.annotations.NullMarked;
