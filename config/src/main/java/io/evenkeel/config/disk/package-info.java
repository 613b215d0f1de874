// SPDX-License-Identifier: Apache-2.0
/**
 * Files that a process writes for itself or its owner, beside the configuration or elsewhere: who can read them, and
 * what a crash or a full disk leaves of them.
 *
 * <p>Knows nothing of their content; of a configuration it knows the one key that names their folder. Stateless; any
 * thread, one writer of a file at a time.
 */
@NullMarked
package io.evenkeel.config.disk;

import org.jspecify.annotations.NullMarked;
