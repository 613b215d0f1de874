// SPDX-License-Identifier: Apache-2.0
/**
 * HAProxy's configuration: its lines and sections, and the listeners, clusters and leftovers that follow from them.
 *
 * <p>Reads the file and the folders of certificates that it names. Threads: none; objects belong to one translation.
 */
@NullMarked
package io.evenkeel.translate.haproxy;

import org.jspecify.annotations.NullMarked;
