// SPDX-License-Identifier: Apache-2.0
/**
 * The content of a configuration file: every key with its type, default and meaning, defined once.
 *
 * <p>{@link io.evenkeel.config.schema.ConfigSchema} is the list. The strict reader here, the JSON Schema, the
 * reference page and the effective configuration all follow it. Other files in YAML, such as scenarios, have schemas
 * of their own and are read by {@link io.evenkeel.config.schema.YamlText}. Immutable, any thread; reads no file and
 * knows no record of the settings.
 */
@NullMarked
package io.evenkeel.config.schema;

import org.jspecify.annotations.NullMarked;
