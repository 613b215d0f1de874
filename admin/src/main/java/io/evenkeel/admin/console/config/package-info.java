// SPDX-License-Identifier: Apache-2.0
/** The pages of the configuration. */
@NullMarked
package io.evenkeel.admin.console.config;

import org.jspecify.annotations.NullMarked;
