// SPDX-License-Identifier: Apache-2.0
/** Lookups of names without a name server. */
@NullMarked
package io.evenkeel.discovery.dns;

import org.jspecify.annotations.NullMarked;
