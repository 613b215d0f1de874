// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.config.Settings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.tls.Identity;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * The settings in force as JSON, written as people write them and with secrets masked. The names here are those of the
 * records; a test holds them against the keys that the schema marks as secrets.
 */
final class SettingsJson {

    private static final String MASK = "********";

    /** Names whose value is a secret: tokens, passwords, keys, and the cluster key before. */
    private static final Set<String> SECRETS = Set.of("token", "password", "secret", "key", "old");

    /**
     * Tables whose values are secrets: hashes of passwords by user; fields by name for a receiver of OTLP, for nodes
     * and for clients.
     */
    private static final Set<String> SECRET_TABLES =
            Set.of("users", "headers", "requestSet", "requestAdd", "responseSet", "responseAdd");

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .addModule(new SimpleModule()
                    .addSerializer(new AsText<>(Duration.class, SettingsJson::text))
                    .addSerializer(new AsText<>(HostPort.class, HostPort::toString))
                    .addSerializer(new AsText<>(Path.class, Path::toString))
                    .addSerializer(new AsText<>(Identity.class, Identity::toString))
                    .addSerializer(new AsText<>(
                            Network.class,
                            network -> network.address().getHostAddress() + "/" + network.prefixLength()))
                    .addSerializer(new AsText<>(Enum.class, SettingsJson::text)))
            .build();

    private SettingsJson() {}

    static JsonNode of(Settings settings) {
        JsonNode json = MAPPER.valueToTree(settings);
        mask(json);
        return json;
    }

    private static void mask(JsonNode json) {
        if (json instanceof ObjectNode object) {
            for (String name : object.propertyNames()) {
                JsonNode value = object.get(name);
                if (SECRETS.contains(name) && value.isString()) {
                    object.put(name, MASK);
                } else if (SECRET_TABLES.contains(name) && value instanceof ObjectNode table) {
                    maskTexts(table);
                } else if (name.equals("url") && value.asString("").startsWith("http")) {
                    object.put(name, AlertReceiver.Webhook.shown(URI.create(value.asString(""))));
                } else if (isUnlimited(value)) {
                    object.putNull(name);
                }
            }
        }
        json.forEach(SettingsJson::mask);
    }

    private static void maskTexts(ObjectNode table) {
        for (String name : table.propertyNames()) {
            if (table.get(name).isString()) {
                table.put(name, MASK);
            }
        }
    }

    private static boolean isUnlimited(JsonNode value) {
        return value.isIntegralNumber()
                && (value.longValue() == Long.MAX_VALUE || value.longValue() == Integer.MAX_VALUE);
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String text(Duration duration) {
        if (duration.isZero() || duration.toMillis() % 1000 != 0) {
            return duration.toMillis() + "ms";
        }
        long seconds = duration.toSeconds();
        if (seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** Writes a value as one string. */
    private static final class AsText<T> extends StdSerializer<T> {

        private final Function<T, String> text;

        AsText(Class<T> type, Function<T, String> text) {
            super(type);
            this.text = text;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializationContext context) {
            out.writeString(text.apply(value));
        }
    }
}
