// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields that are taken out of messages or set in them; names without regard to case, and with underscores read as
 * dashes when fields are taken out.
 *
 * @param requestRemove names of fields that never reach a node, in heads and trailers
 * @param responseRemove names of fields that never reach a client
 * @param requestSet names and values of fields that each request gets instead of those of its client; in order
 * @param responseSet names and values of fields that each answer of a node gets instead of the node's; in order
 */
public record HeaderSettings(
        List<String> requestRemove,
        List<String> responseRemove,
        Map<String, String> requestSet,
        Map<String, String> responseSet) {

    public static final HeaderSettings NONE = new HeaderSettings(List.of(), List.of(), Map.of(), Map.of());

    public HeaderSettings {
        requestRemove = List.copyOf(requestRemove);
        responseRemove = List.copyOf(responseRemove);
        requestSet = Collections.unmodifiableMap(new LinkedHashMap<>(requestSet));
        responseSet = Collections.unmodifiableMap(new LinkedHashMap<>(responseSet));
    }
}
