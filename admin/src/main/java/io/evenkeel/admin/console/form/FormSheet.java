// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.page.Links;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The content of a page with a form.
 *
 * @param owner that it belongs to
 * @param address to which it is sent
 * @param hidden values that are sent along unseen
 * @param nodes of the cluster; empty where they are not shown
 * @param routes of the listener; empty where they are not shown
 * @param facts about the thing that the form changes, a line each
 * @param alert the failure; empty when nothing failed
 * @param complaints that belong to fields, or to none
 */
public record FormSheet(
        Kind kind,
        String title,
        Owner owner,
        String address,
        Map<String, String> hidden,
        List<FieldGroup> groups,
        List<NodeRow> nodes,
        List<RouteRow> routes,
        List<String> facts,
        String alert,
        List<Complaint> complaints) {

    public FormSheet {
        groups = List.copyOf(groups);
        nodes = List.copyOf(nodes);
        routes = List.copyOf(routes);
        facts = List.copyOf(facts);
        complaints = List.copyOf(complaints);
    }

    /** The kind of thing that is edited. */
    public enum Kind {
        NEW_CLUSTER,
        CLUSTER,
        NEW_NODE,
        NODE,
        NEW_LISTENER,
        LISTENER,
        NEW_ROUTE,
        ROUTE,
        CACHE,
        REMOVAL
    }

    /**
     * The cluster or listener in whose list something stands.
     *
     * @param name empty for none
     * @param link its form; the page of the configuration for none
     */
    public record Owner(String name, String link) {
        static final Owner NOBODY = new Owner("", Links.CONFIG);

        static Owner cluster(String name) {
            return new Owner(name, Links.clusterForm(name));
        }

        static Owner listener(String name) {
            return new Owner(name, Links.listenerForm(name));
        }
    }

    /** A form of inputs alone. */
    FormSheet(
            Kind kind, String title, Owner owner, String address, Map<String, String> hidden, List<FieldGroup> groups) {
        this(kind, title, owner, address, hidden, groups, List.of(), List.of(), List.of(), "", List.of());
    }

    FormSheet nodes(List<NodeRow> rows) {
        return new FormSheet(kind, title, owner, address, hidden, groups, rows, routes, facts, alert, complaints);
    }

    FormSheet routes(List<RouteRow> rows) {
        return new FormSheet(kind, title, owner, address, hidden, groups, nodes, rows, facts, alert, complaints);
    }

    FormSheet facts(List<String> lines) {
        return new FormSheet(kind, title, owner, address, hidden, groups, nodes, routes, lines, alert, complaints);
    }

    /**
     * Something that is wrong.
     *
     * @param field its name; empty when no field is to blame
     */
    public record Complaint(String field, String sentence) {}

    /** The same with the errors, beside the fields too. */
    FormSheet wrong(String sentence, List<Complaint> found) {
        List<FieldGroup> marked = groups;
        for (Complaint complaint : found) {
            marked = marked.stream()
                    .map(group -> group.map(field ->
                            field.name().equals(complaint.field()) ? field.wrong(complaint.sentence()) : field))
                    .toList();
        }
        List<String> names = groups.stream()
                .flatMap(group -> group.fields().stream())
                .map(Field::name)
                .toList();
        List<Complaint> known = new ArrayList<>();
        found.forEach(each -> known.add(names.contains(each.field()) ? each : new Complaint("", each.sentence())));
        return new FormSheet(kind, title, owner, address, hidden, marked, nodes, routes, facts, sentence, known);
    }
}
