// SPDX-License-Identifier: Apache-2.0
/** See ARCHITECTURE.md. */
@NullMarked
package io.evenkeel.admin;

import org.jspecify.annotations.NullMarked;
