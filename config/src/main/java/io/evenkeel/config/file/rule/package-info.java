// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of listeners and routes: checked, and made records, with the files that they name read. Knows no grammar
 * but the sections it is given. Any thread.
 */
@NullMarked
package io.evenkeel.config.file.rule;

import org.jspecify.annotations.NullMarked;
