// SPDX-License-Identifier: Apache-2.0
/**
 * The files of certificates and keys that a configuration names: read, checked against each other, and made part of the
 * settings. Knows no socket. Threads: that of the check.
 */
@NullMarked
package io.evenkeel.config.file.tls;

import org.jspecify.annotations.NullMarked;
