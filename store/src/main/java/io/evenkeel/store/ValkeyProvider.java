// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.affinity.store.SessionStore;
import io.evenkeel.dispatcher.affinity.store.SessionStoreProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import java.util.Map;

/**
 * Opens {@code valkey://host:port/database} and {@code redis://}; {@code valkeys://} and {@code rediss://} over TLS,
 * with the authorities that the JVM trusts. Threads: any.
 */
public final class ValkeyProvider implements SessionStoreProvider {

    private static final Map<String, String> SCHEMES =
            Map.of("valkey", "redis", "valkeys", "rediss", "redis", "redis", "rediss", "rediss");

    @Override
    public boolean knows(String scheme) {
        return SCHEMES.containsKey(scheme);
    }

    @Override
    public SessionStore open(StoreSettings settings) {
        String url = settings.url();
        int end = url.indexOf(':');
        RedisURI uri;
        try {
            uri = RedisURI.create(SCHEMES.get(url.substring(0, end)) + url.substring(end));
        } catch (RuntimeException e) { // its message tells of the library's own words
            throw new IllegalArgumentException("'" + url + "' is not a URL such as valkey://10.0.0.9:6379/0", e);
        }
        String password = settings.password();
        if (password != null) {
            uri.setCredentialsProvider(new StaticCredentialsProvider(settings.user(), password.toCharArray()));
        }
        return new ValkeyStore(uri);
    }
}
