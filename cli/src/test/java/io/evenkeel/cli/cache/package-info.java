// SPDX-License-Identifier: Apache-2.0
/** Tests of the command about the cache. */
@NullMarked
package io.evenkeel.cli.cache;

import org.jspecify.annotations.NullMarked;
