// SPDX-License-Identifier: Apache-2.0
/**
 * The pages that have to do with people: signing in and out, the first account, and who changed what. Threads: those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console.account;

import org.jspecify.annotations.NullMarked;
