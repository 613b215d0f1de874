// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.config;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.NodeChanges;
import io.evenkeel.admin.console.config.ConfigSheet.Step;
import io.evenkeel.admin.console.diff.LineDiff;
import io.evenkeel.admin.console.page.ConfigTurn;
import io.evenkeel.admin.console.page.Confirmation;
import io.evenkeel.admin.console.page.FormBody;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.config.Problem;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.dispatcher.control.ConfigChange;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.ConfigEdit;
import io.evenkeel.dispatcher.control.ConfigText;
import io.evenkeel.dispatcher.control.ConfigVersion;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The configuration: the settings in force, the file as text, and its earlier texts.
 *
 * <p>The text itself is for administrators, because it may hold secrets; others see it masked, and without its
 * problems, which would quote its lines. Applying is two steps, so that nothing changes unseen: the second names the
 * file that the first was compared with.
 */
public final class ConfigPages {

    static final String PATH = Links.CONSOLE + "/config";

    private static final String SUBJECT = "configuration";
    private static final String CHANGED =
            "The file on disk has changed since you saw it. Below is the difference to the file as it is now;"
                    + " what others wrote would be lost where it shows as removed.";
    private static final String HAS_ERRORS =
            "The file has errors, so its secrets cannot be found and masked; only administrators see it.";

    private final Control control;
    private final AccountServices services;
    private final Templates pages;
    private final ConfigTurn turn;
    private final Confirmation confirmation;

    /** @param turn shared by all that work with a whole configuration */
    public ConfigPages(Control control, AccountServices services, Templates pages, ConfigTurn turn) {
        this.control = control;
        this.services = services;
        this.pages = pages;
        this.turn = turn;
        this.confirmation = new Confirmation(services, pages);
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(PATH, this::overview, Role.VIEWER);
        routes.get(PATH + "/file", turn.of(this::file), Role.VIEWER);
        routes.post(PATH + "/file", turn.of(this::change), Role.ADMIN);
        routes.get(PATH + "/version", turn.of(this::version), Role.ADMIN);
    }

    private void overview(Context context) {
        ConfigControl config = control.configuration();
        List<ConfigVersion> versions = List.of();
        String trouble = "";
        try {
            versions = config.versions();
        } catch (IOException e) {
            trouble = "The earlier texts cannot be read: " + e.getMessage();
        }
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("dispatcher", control.dispatcher());
        model.put("clusters", control.clusters());
        model.put("clients", clients());
        model.put("inForce", config.inForce());
        model.put("last", config.lastReload());
        model.put("file", config.file().orElse(""));
        model.put("versions", versions);
        model.put("trouble", trouble);
        model.put("applied", "applied".equals(context.queryParam("done")));
        pages.show(context, "config", "Configuration", "", model);
    }

    /** The listeners in force that lead to each cluster. */
    private Map<String, String> clients() {
        Map<String, String> clients = new LinkedHashMap<>();
        for (ListenerSettings listener : control.settings().listeners()) {
            String words = listener.name() + " (" + listener.protocol().name().toLowerCase(Locale.ROOT) + ")";
            listener.clusters()
                    .forEach(cluster -> clients.merge(cluster, words, (before, more) -> before + ", " + more));
        }
        return clients;
    }

    /** The file; to edit for administrators, masked for everybody else. */
    private void file(Context context) {
        ConfigControl config = control.configuration();
        if (config.file().isEmpty()) {
            show(context, ConfigSheet.of(Step.NONE, "", ""));
            return;
        }
        ConfigText file = read(config);
        if (Callers.known(context).role().covers(Role.ADMIN)) {
            show(context, ConfigSheet.edit(file));
            return;
        }
        String masked = config.masked(file.text()).orElse("");
        ConfigSheet sheet = ConfigSheet.of(Step.READ, masked, "");
        show(context, masked.isEmpty() && !file.text().isEmpty() ? sheet.alert(HAS_ERRORS, List.of()) : sheet);
    }

    /** An earlier text beside the file as it is, to be applied as any other. */
    private void version(Context context) {
        ConfigControl config = withFile();
        String id = String.valueOf(context.queryParam("id"));
        try {
            String text = config.version(id);
            preview(
                    context,
                    config,
                    ConfigSheet.of(Step.PREVIEW, text, read(config).stamp())
                            .because("back to what was before change " + number(id)));
        } catch (UnknownNameException e) {
            throw new ApiRefusal(
                    404, String.valueOf(e.getMessage()), "See the page Configuration for those that are kept.");
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** {@code do} is edit, check, preview or apply. */
    private void change(Context context) {
        ConfigControl config = withFile();
        if (FormBody.field(context, "do").equals("apply") && !confirmation.holds(context)) {
            return;
        }
        String text = FormBody.field(context, "text").replace("\r\n", "\n");
        String why = NodeChanges.reason(FormBody.field(context, "why"));
        ConfigSheet sheet = ConfigSheet.of(Step.EDIT, text, FormBody.field(context, "stamp"))
                .because(why);
        switch (FormBody.field(context, "do")) {
            case "edit" -> show(context, sheet);
            case "check" -> show(context, sheet.checked(config.check(text)));
            case "preview" -> preview(context, config, sheet);
            case "apply" -> apply(context, config, sheet);
            default -> throw new ApiRefusal(400, "there is no such button", "Go back and use one of the page.");
        }
    }

    private void preview(Context context, ConfigControl config, ConfigSheet sheet) {
        List<Problem> problems = config.check(sheet.text());
        ConfigText now = read(config);
        boolean moved = !now.stamp().equals(sheet.stamp());
        ConfigSheet broken = ConfigSheet.of(Step.EDIT, sheet.text(), sheet.stamp())
                .because(sheet.why())
                .checked(problems);
        if (broken.isBroken()) {
            context.status(422);
            show(context, broken);
            return;
        }
        ConfigSheet next = ConfigSheet.of(Step.PREVIEW, sheet.text(), now.stamp())
                .because(sheet.why())
                .checked(problems)
                .differing(LineDiff.between(now.text(), sheet.text()), config.forgets(sheet.text()));
        if (next.diff().isEmpty()) {
            show(
                    context,
                    ConfigSheet.edit(now)
                            .alert("There is nothing to apply: the file already has this text.", List.of()));
        } else {
            context.status(moved ? 409 : 200);
            show(context, moved ? next.alert(CHANGED, List.of()) : next);
        }
    }

    private void apply(Context context, ConfigControl config, ConfigSheet sheet) {
        Caller caller = Callers.known(context);
        ConfigChange change;
        try {
            change = config.apply(new ConfigEdit(sheet.text(), sheet.stamp(), caller.name(), sheet.why()));
        } catch (IOException e) {
            throw failed(e);
        }
        switch (change.verdict()) {
            case APPLIED -> {
                note(caller, "configuration applied", sheet.why());
                context.redirect(PATH + "?done=applied", HttpStatus.SEE_OTHER);
            }
            case REFUSED -> {
                note(caller, "configuration refused", sheet.why());
                context.status(422);
                show(
                        context,
                        sheet.alert(
                                "The dispatcher could not apply it, and the file is again as it was before.",
                                change.lines()));
            }
            case UNCHANGED, CHANGED_ON_DISK, INVALID -> preview(context, config, sheet);
        }
    }

    private void note(Caller caller, String what, String why) {
        control.adminLog().info(what + " by " + caller.name() + (why.isEmpty() ? "" : " (" + why + ")"));
        services.audit().add(caller.name(), caller.from(), what, SUBJECT, why);
    }

    private void show(Context context, ConfigSheet sheet) {
        String file = control.configuration().file().orElse("");
        pages.show(context, "configfile", "Configuration file", "", Map.of("sheet", sheet, "file", file));
    }

    private ConfigControl withFile() {
        ConfigControl config = control.configuration();
        if (config.file().isEmpty()) {
            throw ApiRefusal.withoutFile();
        }
        return config;
    }

    private static ConfigText read(ConfigControl config) {
        try {
            return config.read();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static ApiRefusal failed(IOException e) {
        return new ApiRefusal(
                503, String.valueOf(e.getMessage()), "Look at it on the dispatcher's host, then try again.");
    }

    private static String number(String id) {
        return id.replaceFirst("^0+(?=.)", "");
    }
}
