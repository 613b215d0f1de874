// SPDX-License-Identifier: Apache-2.0
/** Alerts of a demo whose servers, disk and clients are in trouble. */
@NullMarked
package io.evenkeel.cli.alert;

import org.jspecify.annotations.NullMarked;
