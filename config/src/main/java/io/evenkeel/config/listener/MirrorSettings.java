// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

/**
 * The part of a route's requests of which another cluster gets a copy, whose answer nobody sees.
 *
 * @param cluster the other one
 * @param share of the requests, 0.0 to 1.0
 * @param body octets of the longest body that is copied; requests with a longer one are not mirrored
 * @param inFlight the most copies under way, for each event loop
 */
public record MirrorSettings(String cluster, double share, int body, int inFlight) {}
