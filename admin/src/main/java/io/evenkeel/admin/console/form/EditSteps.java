// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.NodeChanges;
import io.evenkeel.admin.console.diff.LineDiff;
import io.evenkeel.admin.console.form.FormSheet.Complaint;
import io.evenkeel.admin.console.page.ConfigTurn;
import io.evenkeel.admin.console.page.Confirmation;
import io.evenkeel.admin.console.page.FormBody;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.config.Problem;
import io.evenkeel.config.patch.ConfigPatchException;
import io.evenkeel.config.patch.YamlPatch;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.LayoutReader;
import io.evenkeel.dispatcher.control.ConfigChange;
import io.evenkeel.dispatcher.control.ConfigChange.Verdict;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.ConfigEdit;
import io.evenkeel.dispatcher.control.ConfigText;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The way from a form to the file: check, difference, apply; typed values are never lost on it. */
final class EditSteps {

    private static final String MOVED =
            "The file on disk has changed since you saw it, and nothing was written. Below is your change of the file as it is now.";
    private static final String BROKEN =
            "The file on disk has errors, so no form can change it; nothing was written. Correct it as text.";

    private final Control control;
    private final AccountServices services;
    private final Templates pages;
    private final ConfigTurn turn;
    private final Confirmation confirmation;

    EditSteps(Control control, AccountServices services, Templates pages, ConfigTurn turn) {
        this.control = control;
        this.services = services;
        this.pages = pages;
        this.turn = turn;
        this.confirmation = new Confirmation(services, pages);
    }

    /** The configuration, if it is a file. */
    ConfigControl config() {
        ConfigControl config = control.configuration();
        if (config.file().isEmpty()) {
            throw ApiRefusal.withoutFile();
        }
        return config;
    }

    ConfigText read() {
        try {
            return config().read();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The places of everything in the file; refuses when they cannot be told. */
    Layout layout(ConfigText text) {
        return LayoutReader.read(text.text())
                .orElseThrow(() -> new ApiRefusal(
                        409,
                        "the configuration file is not one valid YAML document, so no form can show it",
                        "Correct it as text, at " + Links.CONSOLE + "/config/file."));
    }

    /** Serves a form at an address: shown for the first time, and sent. */
    void route(RoutesConfig routes, String address, BiFunction<Context, FormInput, Edit> edit) {
        routes.get(address, turn.of(context -> show(context, edit.apply(context, new FormInput()))), Role.ADMIN);
        routes.post(
                address,
                turn.of(context -> {
                    if (!FormBody.field(context, "do").equals("apply") || confirmation.holds(context)) {
                        answer(context, edit.apply(context, new FormInput(context)));
                    }
                }),
                Role.ADMIN);
    }

    /** Serves a page that works with the whole file. */
    void get(RoutesConfig routes, String address, Handler page) {
        routes.get(address, turn.of(page), Role.ADMIN);
    }

    private void show(Context context, Edit edit) {
        show(context, edit.sheet(layout(read())), "applied".equals(context.queryParam("done")));
    }

    private void show(Context context, FormSheet sheet, boolean applied) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("sheet", sheet);
        model.put("nodes", ListedNodes.of(sheet.nodes(), Given.query(context, "words")));
        model.put("applied", applied);
        model.put("policies", ClusterPage.policies(sheet));
        pages.show(context, "configform", sheet.title(), "", model);
    }

    /** {@code do} is form, preview or apply. */
    private void answer(Context context, Edit edit) {
        ConfigText now = read();
        Layout file = layout(now);
        String step = FormBody.field(context, "do");
        if (step.equals("form")) {
            show(context, edit.sheet(file), false);
            return;
        }
        if (!step.equals("preview") && !step.equals("apply")) {
            throw new ApiRefusal(400, "there is no such button", "Go back and use one of the page.");
        }
        go(context, edit, now, step);
    }

    /** Shows at once what a change would do. */
    void preview(Context context, Edit edit) {
        go(context, edit, read(), "preview");
    }

    private void go(Context context, Edit edit, ConfigText now, String step) {
        Layout file = layout(now);
        String why = NodeChanges.reason(FormBody.field(context, "why"));
        List<Complaint> complaints = new ArrayList<>();
        edit.complaints(file).forEach((field, sentence) -> complaints.add(new Complaint(field, sentence)));
        if (!complaints.isEmpty()) {
            refuse(context, edit.sheet(file).wrong("Nothing was changed.", complaints));
            return;
        }
        if (config().check(now.text()).stream().anyMatch(Problem::isError)) {
            refuse(context, edit.sheet(file).wrong(BROKEN, List.of()));
            return;
        }
        String text;
        try {
            text = YamlPatch.apply(now.text(), edit.patches(file));
        } catch (ConfigPatchException e) {
            String place = e.line() == 0 ? "" : "Line " + e.line() + " of the file: ";
            refuse(
                    context,
                    edit.sheet(file)
                            .wrong(
                                    "A form cannot make this change without damage to the file. Make it as text.",
                                    List.of(new Complaint("", place + e.sentence()))));
            return;
        }
        go(
                context,
                edit,
                now,
                new ConfigEdit(
                        text, FormBody.field(context, "stamp"), caller(context).name(), why),
                step);
    }

    private void go(Context context, Edit edit, ConfigText now, ConfigEdit wish, String step) {
        Layout file = layout(now);
        if (wish.text().equals(now.text())) {
            show(
                    context,
                    edit.sheet(file).wrong("There is nothing to change: the file already says this.", List.of()),
                    false);
            return;
        }
        List<Problem> problems = config().check(wish.text());
        if (problems.stream().anyMatch(Problem::isError)) {
            refuse(context, edit.sheet(file).wrong("Nothing was changed.", complaints(edit, wish.text(), problems)));
            return;
        }
        boolean moved = !wish.stamp().isEmpty() && !wish.stamp().equals(now.stamp());
        if (moved || step.equals("preview")) {
            context.status(moved ? 409 : 200);
            preview(context, edit, now, wish, problems, moved);
            return;
        }
        apply(context, edit, now, wish, problems);
    }

    private void apply(Context context, Edit edit, ConfigText now, ConfigEdit wish, List<Problem> problems) {
        Caller caller = caller(context);
        ConfigChange change;
        try {
            change = config().apply(wish);
        } catch (IOException e) {
            throw failed(e);
        }
        if (change.verdict() == Verdict.APPLIED) {
            note(caller, edit.what(), edit.subject(), wish.why());
            context.redirect(edit.after(), HttpStatus.SEE_OTHER);
        } else if (change.verdict() == Verdict.REFUSED) {
            note(caller, edit.what() + " refused", edit.subject(), wish.why());
            List<Complaint> found =
                    change.lines().stream().map(line -> new Complaint("", line)).toList();
            refuse(
                    context,
                    edit.sheet(layout(now))
                            .wrong(
                                    "The dispatcher could not apply it, and the file is again as it was before.",
                                    found));
        } else {
            // Somebody else wrote the file between the look above and the write.
            context.status(409);
            preview(context, edit, read(), wish, problems, true);
        }
    }

    private void preview(
            Context context, Edit edit, ConfigText now, ConfigEdit wish, List<Problem> problems, boolean moved) {
        Map<String, Object> model = new LinkedHashMap<>();
        FormSheet sheet = edit.sheet(layout(now));
        Map<String, String> fields = new LinkedHashMap<>(sheet.hidden());
        fields.putAll(edit.typed().all());
        model.put("title", sheet.title());
        model.put("owner", sheet.owner());
        model.put("alert", moved ? MOVED : "");
        model.put("problems", problems);
        model.put("diff", LineDiff.between(now.text(), wish.text()));
        model.put("losses", control.configuration().forgets(wish.text()));
        model.put("address", sheet.address());
        model.put("fields", fields);
        model.put("stamp", now.stamp());
        model.put("why", wish.why());
        model.put("back", edit.back());
        pages.show(context, "configpreview", "What would change", "", model);
    }

    private void refuse(Context context, FormSheet sheet) {
        context.status(422);
        show(context, sheet, false);
    }

    private List<Complaint> complaints(Edit edit, String text, List<Problem> problems) {
        Layout layout = LayoutReader.read(text).orElse(null);
        List<Complaint> found = new ArrayList<>();
        for (Problem problem : problems) {
            if (problem.isError()) {
                List<String> path = layout == null ? List.of() : PlacePath.at(layout, problem.line(), problem.column());
                String field = edit.field(path);
                String hint = problem.hint() == null ? "" : " (" + problem.hint() + ")";
                found.add(new Complaint(
                        field, problem.message() + hint + (field.isEmpty() ? ", line " + problem.line() : "")));
            }
        }
        return found;
    }

    private void note(Caller caller, String what, String subject, String why) {
        control.adminLog()
                .info(subject + ": " + what + " by " + caller.name() + (why.isEmpty() ? "" : " (" + why + ")"));
        services.audit().add(caller.name(), caller.from(), what, subject, why);
    }

    /** The name in the form, else the one in the address; empty when there is none in either. */
    static String named(Context context, String what) {
        String sent = FormBody.field(context, what);
        return sent.isEmpty() ? Given.query(context, what) : sent;
    }

    private static Caller caller(Context context) {
        return Callers.known(context);
    }

    private static ApiRefusal failed(IOException e) {
        return new ApiRefusal(
                503, String.valueOf(e.getMessage()), "Look at it on the dispatcher's host, then try again.");
    }
}
