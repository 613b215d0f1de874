// SPDX-License-Identifier: Apache-2.0
/**
 * Reads YAML text into a tree in which every word knows its place.
 *
 * <p>Knows syntax, duplicate keys and substitution; knows nothing of the keys a configuration may have. One thread
 * reads one text.
 */
@NullMarked
package io.evenkeel.config.yaml;

import org.jspecify.annotations.NullMarked;
