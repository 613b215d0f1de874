// SPDX-License-Identifier: Apache-2.0
/** Signing in, and who changed what. */
@NullMarked
package io.evenkeel.admin.console.account;

import org.jspecify.annotations.NullMarked;
