// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields that are taken out of messages, set in them or added to them; names without regard to case, and with
 * underscores read as dashes when fields are taken out. Names and values are in order.
 *
 * @param requestRemove names of fields that never reach a node, in heads and trailers
 * @param responseRemove names of fields that never reach a client
 * @param requestSet fields that each request gets instead of those of its client
 * @param responseSet fields that each answer of a node gets instead of the node's
 * @param requestAdd fields that each request gets beside those of its client
 * @param responseAdd fields that each answer of a node gets beside the node's
 * @param always answers of the dispatcher itself get the fields of answers, too
 */
public record HeaderSettings(
        List<String> requestRemove,
        List<String> responseRemove,
        Map<String, String> requestSet,
        Map<String, String> responseSet,
        Map<String, String> requestAdd,
        Map<String, String> responseAdd,
        boolean always) {

    public static final HeaderSettings NONE = new HeaderSettings(List.of(), List.of(), Map.of(), Map.of());

    public HeaderSettings {
        requestRemove = List.copyOf(requestRemove);
        responseRemove = List.copyOf(responseRemove);
        requestSet = ordered(requestSet);
        responseSet = ordered(responseSet);
        requestAdd = ordered(requestAdd);
        responseAdd = ordered(responseAdd);
    }

    /** Adds nothing. */
    public HeaderSettings(
            List<String> requestRemove,
            List<String> responseRemove,
            Map<String, String> requestSet,
            Map<String, String> responseSet) {
        this(requestRemove, responseRemove, requestSet, responseSet, Map.of(), Map.of(), false);
    }

    private static Map<String, String> ordered(Map<String, String> fields) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
}
