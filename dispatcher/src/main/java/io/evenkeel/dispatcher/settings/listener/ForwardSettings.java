// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.listener;

/**
 * Fields the dispatcher adds to requests on their way to a node. What an untrusted client sent under these names is removed in any case.
 *
 * @param xForwarded {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port}
 * @param forwarded {@code Forwarded} of RFC 7239
 * @param via {@code Via} of RFC 9110 §7.6.3, which a gateway must send
 */
public record ForwardSettings(boolean xForwarded, boolean forwarded, boolean via) {

    public static final ForwardSettings DEFAULTS = new ForwardSettings(true, true, true);
}
