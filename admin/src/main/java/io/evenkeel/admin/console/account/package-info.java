// SPDX-License-Identifier: Apache-2.0
/**
 * Pages over {@code admin.account}: signing in, users and tokens for administrators, the own account, and the log of
 * changes. Any thread.
 */
@NullMarked
package io.evenkeel.admin.console.account;

import org.jspecify.annotations.NullMarked;
