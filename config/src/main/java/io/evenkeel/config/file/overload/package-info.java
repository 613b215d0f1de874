// SPDX-License-Identifier: Apache-2.0
/**
 * A cluster's rules for more work than its nodes can do: checked, and its page for clients read. Knows no grammar but
 * the sections it is given. Any thread.
 */
@NullMarked
package io.evenkeel.config.file.overload;

import org.jspecify.annotations.NullMarked;
