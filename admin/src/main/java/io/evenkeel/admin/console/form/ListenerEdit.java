// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Append;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The settings of a listener.
 *
 * @param listener name of the listener; empty for a new one
 * @param known tells what the certificate of a file is for and when it expires; empty when it is not in force
 */
record ListenerEdit(Section schema, String listener, FormInput typed, UnaryOperator<String> known) implements Edit {

    private static final String CLUSTER = "cluster";
    private static final String ROUTES = "routes";
    private static final String TRUSTED = "trusted";
    private static final String BLIND =
            "A tcp listener cannot route, because it sees neither hosts nor paths; everything goes to one cluster.";
    private static final String TAKEN =
            "this makes another listener, which cannot have the address that the present one still holds; give it another address in"
                    + " the same change, or change the file while the dispatcher is stopped";
    private static final String NAME_HELP =
            " Another name makes it another listener to the dispatcher: its statistics begin again, and open connections end when their"
                    + " task does.";

    private boolean isNew() {
        return listener.isEmpty();
    }

    private Section section() {
        return schema.below(ListenerRow.LIST);
    }

    private Optional<ListenerRow> row(Layout file) {
        return isNew() ? Optional.empty() : Optional.of(ListenerRow.get(file, listener));
    }

    private GroupsForm form(Layout file) {
        return new GroupsForm(section(), row(file).map(ListenerRow::layout), typed, Set.of(TlsForm.NAME));
    }

    private TlsForm tls(Layout file) {
        return tls(GroupsForm.part(row(file).map(ListenerRow::layout), TlsForm.NAME));
    }

    private TlsForm tls(Optional<Layout> inFile) {
        return new TlsForm(section().below(TlsForm.NAME), inFile, typed);
    }

    @Override
    public FormSheet sheet(Layout file) {
        List<RouteRow> routes =
                row(file).map(ListenerRow::layout).map(RouteRow::of).orElse(List.of());
        GroupsForm form = form(file);
        List<FieldGroup> groups = new ArrayList<>();
        groups.add(new FieldGroup(
                "Listener",
                "",
                form.fields().stream()
                        .map(field -> explained(field, file, routes))
                        .toList(),
                true));
        TlsForm tls = tls(file);
        groups.addAll(tls.groups(known));
        groups.addAll(form.groups());
        String mark = typed.value(TlsForm.MARK, tls.mark());
        return new FormSheet(
                        isNew() ? FormSheet.Kind.NEW_LISTENER : FormSheet.Kind.LISTENER,
                        isNew() ? "New listener" : listener,
                        isNew() ? Owner.NOBODY : Owner.listener(listener),
                        ListenerPage.ADDRESS + (isNew() ? "/new" : ""),
                        isNew() ? Map.of() : Map.of("listener", listener, TlsForm.MARK, mark),
                        groups)
                .routes(routes)
                .facts(row(file).filter(ListenerEdit::isTcp).isPresent() ? List.of(BLIND) : List.of());
    }

    private static boolean isTcp(ListenerRow row) {
        return ClusterReferences.word(row.layout(), "protocol").equals("tcp");
    }

    private Field explained(Field field, Layout file, List<RouteRow> routes) {
        if (field.name().equals(CLUSTER)) {
            Field chosen = field.choosing(ListenerRow.clusters(file));
            return routes.isEmpty() ? chosen : chosen.helping(" Choosing one removes the routes.");
        }
        return field.name().equals("name") && !isNew() ? field.helping(NAME_HELP) : field;
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        Map<String, String> found = form(file).complaints();
        found.putAll(tls(file).complaints());
        for (String key : List.of("name", "protocol")) {
            if (!isNew() && typed.isChanged(key) && keepsPort()) {
                found.putIfAbsent(key, TAKEN);
            }
        }
        return found;
    }

    /** The new listener is opened before the old one frees its address. */
    private boolean keepsPort() {
        return !typed.isChanged("address") && !typed.get("address").endsWith(":0");
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        if (isNew()) {
            List<ConfigPatch> fresh = new ArrayList<>(form(file).patches(List.of()));
            fresh.addAll(tls(file).patches(List.of(TlsForm.NAME)));
            return List.of(new Append(List.of(ListenerRow.LIST), GroupsForm.fresh(section(), fresh, Map.of())));
        }
        ListenerRow row = ListenerRow.get(file, listener);
        List<ConfigPatch> patches = new ArrayList<>(form(file).patches(row.path()));
        patches.addAll(tls(file).patches(SectionForm.plus(row.path(), TlsForm.NAME)));
        boolean routed = row.layout().entry(ROUTES).isPresent();
        if (routed && typed.isChanged(CLUSTER) && !typed.get(CLUSTER).isEmpty()) {
            patches.add(new Remove(SectionForm.plus(row.path(), ROUTES), true));
        }
        return patches;
    }

    @Override
    public String field(List<String> path) {
        if (path.size() < 2 || !path.get(0).equals(ListenerRow.LIST)) {
            return "";
        }
        List<String> rest = path.subList(2, path.size());
        if (!rest.isEmpty() && rest.get(0).equals(TlsForm.NAME)) {
            return tls(Optional.empty()).field(rest);
        }
        // One of two keys names the target; the form has the first.
        boolean target = rest.isEmpty() || rest.get(0).equals(ROUTES);
        return target ? CLUSTER : rest.get(0).equals(TRUSTED) ? TRUSTED : String.join("/", rest);
    }

    @Override
    public String what() {
        return isNew() ? "listener added" : "listener changed";
    }

    private String name() {
        String name = typed.get("name");
        return name.isEmpty() ? typed.get("address") : name;
    }

    @Override
    public String subject() {
        return isNew() ? name() : listener;
    }

    @Override
    public String after() {
        return Links.listenerForm(name()) + "&done=applied";
    }

    @Override
    public String back() {
        return isNew() ? Links.CONFIG : Links.listenerForm(listener);
    }
}
