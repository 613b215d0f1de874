// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.Map;
import java.util.Objects;

/**
 * Users that come in with a password (RFC 7617).
 *
 * @param realm the name that browsers show
 * @param users hashes of passwords by user; a text of it shows no hash
 */
public record BasicSettings(String realm, Map<String, String> users) {

    public BasicSettings {
        users = Map.copyOf(users);
    }

    /** The most memory in KiB that the check of a password takes; 0 where no hash is one by Argon2. */
    public int memoryKib() {
        return users.values().stream()
                .map(Argon2Hash::of)
                .filter(Objects::nonNull)
                .mapToInt(Argon2Hash::memoryKib)
                .max()
                .orElse(0);
    }

    @Override
    public String toString() {
        return "BasicSettings[realm=" + realm + ", " + users.size() + " users]";
    }
}
