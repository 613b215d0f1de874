// SPDX-License-Identifier: Apache-2.0
/** Claims about the consequences of settings as a whole. */
@NullMarked
package io.evenkeel.config;

import org.jspecify.annotations.NullMarked;
