// SPDX-License-Identifier: Apache-2.0
/** Tests of the sources, each before a real dispatcher with real nodes; and the servers that they need. */
@NullMarked
package io.evenkeel.discovery;

import org.jspecify.annotations.NullMarked;
