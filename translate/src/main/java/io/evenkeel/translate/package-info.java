// SPDX-License-Identifier: Apache-2.0
/**
 * TRANSLATE: the configuration of HAProxy, nginx or httpd as one of Evenkeel, and what of it has no counterpart.
 *
 * <p>{@link io.evenkeel.translate.Translator} is the entrance. A package for each product reads its language; {@code
 * draft} has the new configuration while it is put together. Reads files, starts and asks nothing. Threads: none.
 */
@NullMarked
package io.evenkeel.translate;

import org.jspecify.annotations.NullMarked;
