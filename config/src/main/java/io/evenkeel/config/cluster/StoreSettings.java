// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The Valkey or Redis in which several dispatchers keep learned sessions.
 *
 * @param url scheme, host, port and number of the database, without user and password
 * @param user null for the server's default user
 * @param password null when the server asks for none
 * @param timeout the longest that a request waits for an answer
 */
public record StoreSettings(
        String url, @Nullable String user, @Nullable String password, Duration timeout) {

    /** The wait of a request unless the configuration says otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(200);

    /** The same without the wait, by which two clusters have one connection. */
    public StoreSettings server() {
        return new StoreSettings(url, user, password, DEFAULT_TIMEOUT);
    }

    /** The URL; no password. */
    @Override
    public String toString() {
        return url;
    }
}
