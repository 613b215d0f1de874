// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import io.evenkeel.agent.settings.SettingKey;
import java.util.HashMap;
import java.util.Map;

/** The settings among an application's parameters: those that are named like the system properties. */
final class InitParameters {

    private InitParameters() {}

    /** Settings by key, without what stands before it. */
    static Map<String, String> ours(Map<String, String> all) {
        Map<String, String> ours = new HashMap<>();
        all.forEach((name, value) -> {
            if (name.startsWith(SettingKey.PROPERTY_PREFIX)) {
                ours.put(name.substring(SettingKey.PROPERTY_PREFIX.length()), value);
            }
        });
        return ours;
    }
}
