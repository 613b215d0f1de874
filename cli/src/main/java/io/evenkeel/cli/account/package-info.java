// SPDX-License-Identifier: Apache-2.0
/**
 * {@code evenkeel user} and {@code evenkeel token}: accounts and API tokens of the console, in the files beside a
 * configuration; a running dispatcher sees them at once.
 *
 * <p>Threads: the main thread only.
 */
@NullMarked
package io.evenkeel.cli.account;

import org.jspecify.annotations.NullMarked;
