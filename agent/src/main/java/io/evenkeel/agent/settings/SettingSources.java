// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The places where settings are looked for, in the order in which they count, and what was wrong with what stood there.
 */
final class SettingSources {

    private final Map<String, String> arguments;
    private final Function<String, @Nullable String> properties;
    private final Function<String, @Nullable String> environment;
    private final Map<String, String> initParameters;
    private final List<String> complaints = new ArrayList<>();

    SettingSources(
            @Nullable String arguments,
            Function<String, @Nullable String> properties,
            Function<String, @Nullable String> environment,
            Map<String, String> initParameters) {
        this.arguments = read(arguments == null ? "" : arguments);
        this.properties = properties;
        this.environment = environment;
        this.initParameters = initParameters;
        complainOfStrangers("-javaagent argument", this.arguments);
        complainOfStrangers("init parameter", initParameters);
    }

    /** The value that is set, without blanks around it, or else the key's preset. */
    String text(SettingKey key) {
        String[] found = find(key);
        return found == null ? key.preset() : found[1];
    }

    /** Notes that what is set for a key is of no use, and what holds instead. */
    void complain(SettingKey key, String wrong, String instead) {
        String[] found = find(key);
        String place = found == null ? key.property() : found[0];
        String shown = key.secret() || found == null ? "" : " '" + found[1] + "'";
        complaints.add(place + shown + ": " + wrong + "; " + instead);
    }

    /** Notes something else that is wrong. */
    void complain(String wrong) {
        complaints.add(wrong);
    }

    List<String> complaints() {
        return Collections.unmodifiableList(complaints);
    }

    /** The place that counts for a key, and what stands there. */
    private String @Nullable [] find(SettingKey key) {
        String[] places = {
            "-javaagent argument " + key.key(),
            "system property " + key.property(),
            "environment variable " + key.variable(),
            "init parameter " + key.key()
        };
        List<@Nullable String> values = Arrays.asList(
                arguments.get(key.key()),
                properties.apply(key.property()),
                environment.apply(key.variable()),
                initParameters.get(key.key()));
        for (int i = 0; i < places.length; i++) {
            String value = values.get(i);
            if (value != null && !value.trim().isEmpty()) {
                return new String[] {places[i], value.trim()};
            }
        }
        return null;
    }

    private Map<String, String> read(String list) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String part : list.split(",", -1)) {
            int sign = part.indexOf('=');
            if (sign > 0) {
                map.put(part.substring(0, sign).trim(), part.substring(sign + 1));
            } else if (!part.trim().isEmpty()) {
                complaints.add("-javaagent argument '" + part.trim() + "': is not key=value; it is left out");
            }
        }
        return map;
    }

    private void complainOfStrangers(String place, Map<String, String> given) {
        for (String key : given.keySet()) {
            if (Arrays.stream(SettingKey.values())
                    .noneMatch(known -> known.key().equals(key))) {
                complaints.add(place + " " + key + ": there is no such key; it is left out");
            }
        }
    }
}
