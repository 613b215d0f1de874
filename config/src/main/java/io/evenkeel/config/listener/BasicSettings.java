// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.Map;

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

    @Override
    public String toString() {
        return "BasicSettings[realm=" + realm + ", " + users.size() + " users]";
    }
}
