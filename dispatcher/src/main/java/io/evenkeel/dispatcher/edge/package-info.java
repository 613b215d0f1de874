// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of listeners and routes, made ready at each load of the configuration: which route a request takes, who may
 * come in, what becomes of fields and paths, who is sent elsewhere. Compares and writes octets; knows no connection and
 * decides nothing about nodes. On any loop.
 */
@NullMarked
package io.evenkeel.dispatcher.edge;

import org.jspecify.annotations.NullMarked;
