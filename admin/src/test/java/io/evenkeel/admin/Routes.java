// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.account.Role;
import io.javalin.http.HandlerType;
import io.javalin.security.Roles;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every address of an admin server, so that tests of all of them cannot forget one. */
public final class Routes {

    private static final Set<HandlerType> FILTERS =
            Set.of(HandlerType.BEFORE, HandlerType.BEFORE_MATCHED, HandlerType.AFTER, HandlerType.AFTER_MATCHED);

    private Routes() {}

    /** One of them; {@code role} is null where the route names none. */
    public record Route(
            String method, String path, @Nullable Role role) {}

    public static List<Route> of(AdminServer server) {
        return server.addresses().stream()
                .filter(each -> !FILTERS.contains(each.method))
                .map(each -> new Route(
                        each.method.name(), each.path, role(Objects.requireNonNull(each.metadata(Roles.class)))))
                .toList();
    }

    private static @Nullable Role role(Roles roles) {
        return roles.getRoles().stream().map(Role.class::cast).findFirst().orElse(null);
    }
}
