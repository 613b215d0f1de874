// SPDX-License-Identifier: Apache-2.0
/**
 * Conditions of rules on the head of a request, made ready to be compared as octets: host, path, field and cookie.
 * Routes, classes, services and canaries use the same ones. The name in a host ({@link
 * io.evenkeel.dispatcher.condition.HostName}) is read here for all who compare one.
 */
@NullMarked
package io.evenkeel.dispatcher.condition;

import org.jspecify.annotations.NullMarked;
