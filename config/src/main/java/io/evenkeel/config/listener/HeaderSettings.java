// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.List;

/**
 * Fields that are taken out of messages; names without regard to case, and with underscores read as dashes.
 *
 * @param requestRemove names of fields that never reach a node, in heads and trailers
 * @param responseRemove names of fields that never reach a client
 */
public record HeaderSettings(List<String> requestRemove, List<String> responseRemove) {

    public static final HeaderSettings NONE = new HeaderSettings(List.of(), List.of());

    public HeaderSettings {
        requestRemove = List.copyOf(requestRemove);
        responseRemove = List.copyOf(responseRemove);
    }
}
