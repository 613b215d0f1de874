// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Changes the level of an area of the event log, for a while or until the dispatcher ends. */
public final class LevelPages {

    private static final int MOST_MINUTES = 7 * 24 * 60;

    private final Control control;
    private final AuditLog audit;

    public LevelPages(Control control, AuditLog audit) {
        this.control = control;
        this.audit = audit;
    }

    /** Adds the changes to a server; what is in force is on the page of the logs. */
    public void route(RoutesConfig routes) {
        routes.post(LogPages.PATH + "/level", this::change, Role.ADMIN);
    }

    /** {@code level} is empty for the configured one, {@code minutes} until the dispatcher ends. */
    private void change(Context context) {
        String area = Given.field(context, "area");
        String word = Given.field(context, "level");
        Level level = word.isEmpty() ? null : level(word);
        Duration time = time(Given.field(context, "minutes"));
        String how = level == null
                ? "as configured"
                : level + (time == null ? " until the dispatcher ends" : " for " + time.toMinutes() + " min");
        Caller caller = Callers.known(context);
        boolean known = control.logAreas().stream().anyMatch(each -> each.name().equals(area));
        if (known) {
            // logged first, because afterwards the log may not take it
            control.adminLog().info("log level of " + area + ": " + how + " by " + caller.name());
        }
        control.logLevel(area, level, time);
        audit.add(caller.name(), caller.from(), "log level", area, how);
        context.redirect(LogPages.PATH + "?done=level", HttpStatus.SEE_OTHER);
    }

    private static Level level(String word) {
        return Arrays.stream(Level.values())
                .filter(level -> level.name().equals(word))
                .findFirst()
                .orElseThrow(() -> new ApiRefusal(
                        400,
                        "there is no level '" + word + "'",
                        "Choose one of "
                                + Arrays.stream(Level.values()).map(Level::name).collect(Collectors.joining(", "))
                                + "."));
    }

    private static @Nullable Duration time(String minutes) {
        if (minutes.isEmpty()) {
            return null;
        }
        if (!minutes.matches("[1-9][0-9]{0,4}") || Integer.parseInt(minutes) > MOST_MINUTES) {
            throw new ApiRefusal(
                    400,
                    "'" + minutes + "' is not a number of minutes",
                    "Use 1 to " + MOST_MINUTES + ", or none at all.");
        }
        return Duration.ofMinutes(Integer.parseInt(minutes));
    }
}
