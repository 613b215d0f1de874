// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.Choice;
import io.evenkeel.admin.console.form.Field.FieldValue;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Append;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.patch.ConfigPatch.Swap;
import io.evenkeel.config.patch.ConfigValue;
import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A route of a listener, and its place among the others.
 *
 * @param number its place as the file has it, from 1; 0 for a new one
 */
record RouteEdit(Section schema, String listener, int number, FormInput typed) implements Edit {

    static final String PLACE = "place";

    private static final String CLUSTER = "cluster";
    private static final String ROUTES = "routes";

    private boolean isNew() {
        return number == 0;
    }

    private Section section() {
        return schema.below(ListenerRow.LIST).below(ROUTES);
    }

    private static List<RouteRow> rows(ListenerRow listener) {
        return RouteRow.of(listener.layout());
    }

    private Optional<RouteRow> row(ListenerRow listener) {
        return isNew() ? Optional.empty() : Optional.of(rows(listener).get(number - 1));
    }

    /** The cluster that everything went to until now, when the listener has no routes yet. */
    private static String former(ListenerRow listener) {
        return rows(listener).isEmpty() ? ClusterReferences.word(listener.layout(), CLUSTER) : "";
    }

    private GroupsForm form(ListenerRow listener) {
        return new GroupsForm(section(), row(listener).map(RouteRow::layout), typed, Set.of());
    }

    @Override
    public FormSheet sheet(Layout file) {
        ListenerRow holder = ListenerRow.get(file, listener);
        List<Field> fields = new ArrayList<>();
        form(holder)
                .fields()
                .forEach(field ->
                        fields.add(field.name().equals(CLUSTER) ? field.choosing(ListenerRow.clusters(file)) : field));
        String former = former(holder);
        if (former.isEmpty()) {
            fields.add(place(rows(holder)));
        }
        List<FieldGroup> groups = new ArrayList<>(List.of(new FieldGroup("Route", "", fields, true)));
        groups.addAll(form(holder).groups());
        String mark = row(holder).map(RouteRow::mark).orElse("");
        return new FormSheet(
                        isNew() ? FormSheet.Kind.NEW_ROUTE : FormSheet.Kind.ROUTE,
                        isNew() ? "New route" : "Route " + number,
                        Owner.listener(listener),
                        RoutePage.ADDRESS,
                        isNew()
                                ? Map.of("listener", listener)
                                : Map.of("listener", listener, "route", Integer.toString(number), "mark", mark),
                        groups)
                .facts(
                        former.isEmpty()
                                ? List.of()
                                : List.of("Everything else goes on to " + former
                                        + ", which becomes the last route in place of the listener's cluster."));
    }

    /** A new route stands last, or before a route that leaves nothing for those below it. */
    private Field place(List<RouteRow> rows) {
        int last = isNew() ? rows.size() + 1 : rows.size();
        List<Choice> choices = new ArrayList<>();
        for (int i = 1; i <= last; i++) {
            String words = i == 1 ? "1, first" : i == last ? i + ", last" : Integer.toString(i);
            choices.add(new Choice(Integer.toString(i), words));
        }
        boolean closed =
                rows.stream().anyMatch(row -> row.host().isEmpty() && row.path().isEmpty());
        String start = Integer.toString(isNew() ? last - (closed ? 1 : 0) : number);
        About about = new About(
                PLACE, "Routes are tried in this order, and the first that matches wins.", "", "", choices, true);
        return new Field(
                PLACE,
                Kind.CHOICE,
                about,
                new FieldValue(typed.value(PLACE, start), typed.was(PLACE, start), 0, false));
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        ListenerRow holder = ListenerRow.get(file, listener);
        Map<String, String> found = form(holder).complaints();
        if (former(holder).isEmpty() && wanted(rows(holder).size() + (isNew() ? 1 : 0)) == 0) {
            found.put(PLACE, "there is no such place");
        }
        return found;
    }

    /** The place that was typed; 0 when there is none of that number. */
    private int wanted(int most) {
        String text = typed.get(PLACE);
        int place = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
        return place <= most ? place : 0;
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        ListenerRow holder = ListenerRow.get(file, listener);
        List<String> list = SectionForm.plus(holder.path(), ROUTES);
        List<RouteRow> rows = rows(holder);
        if (!isNew()) {
            List<String> path = SectionForm.plus(list, Integer.toString(number - 1));
            List<ConfigPatch> patches = new ArrayList<>(form(holder).patches(path));
            patches.addAll(typed.isChanged(PLACE) ? moved(list, number, wanted(rows.size())) : List.of());
            return patches;
        }
        Keys route = GroupsForm.fresh(section(), form(holder).patches(List.of()), Map.of());
        String former = former(holder);
        if (!former.isEmpty()) {
            ConfigValue rest = new Keys(Map.of(CLUSTER, new Scalar(former)));
            return List.of(
                    new Put(list, new Items(List.of(route, rest))),
                    new Remove(SectionForm.plus(holder.path(), CLUSTER), false));
        }
        List<ConfigPatch> patches = new ArrayList<>(List.of(new Append(list, route)));
        patches.addAll(moved(list, rows.size() + 1, wanted(rows.size() + 1)));
        return patches;
    }

    private static List<ConfigPatch> moved(List<String> list, int from, int to) {
        List<ConfigPatch> patches = new ArrayList<>();
        for (int at = from; at > to; at--) {
            patches.add(new Swap(SectionForm.plus(list, Integer.toString(at - 2))));
        }
        for (int at = from; at < to; at++) {
            patches.add(new Swap(SectionForm.plus(list, Integer.toString(at - 1))));
        }
        return patches;
    }

    @Override
    public String field(List<String> path) {
        boolean here = path.size() > 3
                && path.get(0).equals(ListenerRow.LIST)
                && path.get(2).equals(ROUTES);
        return !here ? "" : path.size() == 4 ? CLUSTER : name(path.subList(4, path.size()));
    }

    /** The field of a key, or of a key of a section; an item of a list is in the field of the list. */
    private static String name(List<String> path) {
        boolean listed = path.size() == 1 || path.get(1).matches("[0-9]+");
        return listed ? path.get(0) : path.get(0) + "/" + path.get(1);
    }

    @Override
    public String what() {
        return isNew() ? "route added" : "route changed";
    }

    @Override
    public String subject() {
        return isNew() ? listener : listener + ", route " + number;
    }

    @Override
    public String after() {
        return Links.listenerForm(listener) + "&done=applied";
    }

    @Override
    public String back() {
        return Links.listenerForm(listener);
    }
}
