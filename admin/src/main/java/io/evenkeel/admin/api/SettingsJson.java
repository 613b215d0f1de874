// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.config.Settings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.schema.SecretKey;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.tls.Identity;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * The settings in force as JSON, written as people write them and with secrets masked: what the schema marks, hashes of
 * passwords, and fields for clients.
 */
final class SettingsJson {

    private static final String MASK = "********";
    private static final Pattern DASH = Pattern.compile("-(.)");

    /** The key of an address; a record may have one by this name that is no secret. */
    private static final String URL = "url";

    /** Tables that are not in the schema, or not marked: hashes of passwords by user, and fields for clients. */
    private static final Set<String> BESIDE_THE_SCHEMA = Set.of("users", "responseSet", "responseAdd");

    /** Components of records whose texts are secrets, and all below them. */
    private static final Set<String> SECRETS = Stream.concat(
                    SecretKey.all().stream().map(SettingsJson::component), BESIDE_THE_SCHEMA.stream())
            .collect(Collectors.toUnmodifiableSet());

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

    /**
     * The component of a record that has the values of a key: named as the key; a table of fields after its section,
     * too, and pairs of a name and a value after their list alone, because both are maps.
     */
    private static String component(SecretKey secret) {
        String name = secret.key().name();
        if (name.equals("value")) {
            return camel(secret.parent());
        }
        return camel(secret.key().type() instanceof NamedValues ? secret.parent() + "-" + name : name);
    }

    private static String camel(String name) {
        return DASH.matcher(name).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    private static void mask(JsonNode json) {
        if (json instanceof ObjectNode object) {
            for (String name : object.propertyNames()) {
                JsonNode value = object.get(name);
                if (isUnlimited(value)) {
                    object.putNull(name);
                } else if (name.equals(URL)) {
                    object.put(name, shown(value.asString("")));
                } else if (SECRETS.contains(name)) {
                    object.set(name, masked(value));
                } else {
                    mask(value);
                }
            }
        } else {
            json.forEach(SettingsJson::mask);
        }
    }

    /** An address; of that of a web server its path and query may be a secret. */
    private static String shown(String url) {
        return url.startsWith("http") ? AlertReceiver.Webhook.shown(URI.create(url)) : url;
    }

    /** The same shape without its texts. */
    private static JsonNode masked(JsonNode value) {
        if (value instanceof ObjectNode object) {
            for (String name : object.propertyNames()) {
                object.set(name, masked(object.get(name)));
            }
        } else if (value instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, masked(array.get(i)));
            }
        }
        return value.isString() ? StringNode.valueOf(MASK) : value;
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
