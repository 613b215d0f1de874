// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a page with a form shows.
 *
 * @param cluster that it belongs to; empty for a new one
 * @param address where it is sent
 * @param hidden what is sent along unseen
 * @param nodes of the cluster; empty where they are not shown
 * @param facts about what the form changes, a line each
 * @param alert what went wrong; empty when nothing did
 * @param complaints that belong to fields, or to none
 */
public record FormSheet(
        Kind kind,
        String title,
        String cluster,
        String address,
        Map<String, String> hidden,
        List<FieldGroup> groups,
        List<NodeRow> nodes,
        List<String> facts,
        String alert,
        List<Complaint> complaints) {

    public FormSheet {
        groups = List.copyOf(groups);
        nodes = List.copyOf(nodes);
        facts = List.copyOf(facts);
        complaints = List.copyOf(complaints);
    }

    /** What is edited. */
    public enum Kind {
        NEW_CLUSTER,
        CLUSTER,
        NEW_NODE,
        NODE,
        REMOVAL
    }

    /**
     * Something that is wrong.
     *
     * @param field its name; empty when no field is to blame
     */
    public record Complaint(String field, String sentence) {}

    /** The same with what was wrong, beside the fields too. */
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
        return new FormSheet(kind, title, cluster, address, hidden, marked, nodes, facts, sentence, known);
    }
}
