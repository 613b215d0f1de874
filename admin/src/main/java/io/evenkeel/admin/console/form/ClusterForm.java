// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigValue;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.policy.PolicyCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All of a cluster except its nodes: a group of inputs for each section that the schema has. */
final class ClusterForm {

    private static final String POLICY = "policy";

    private final Section section;
    private final PolicyForm policy;
    private final GroupsForm rest;

    ClusterForm(Section section, PolicyCatalog catalog, Optional<Layout> inFile, FormInput input) {
        this.section = section;
        this.policy = new PolicyForm(section.below(POLICY), catalog, GroupsForm.part(inFile, POLICY), input);
        this.rest = new GroupsForm(section, inFile, input, Set.of(POLICY));
    }

    List<FieldGroup> groups() {
        List<FieldGroup> groups = new ArrayList<>();
        groups.add(policy.group());
        groups.add(new FieldGroup("Tasks", "", rest.fields(), true));
        groups.addAll(rest.groups());
        return groups;
    }

    Map<String, String> complaints() {
        return rest.complaints();
    }

    List<ConfigPatch> patches(List<String> path) {
        List<ConfigPatch> patches = new ArrayList<>(policy.patches(SectionForm.plus(path, POLICY)));
        patches.addAll(rest.patches(path));
        return patches;
    }

    /**
     * The same for a cluster that is not in the file yet, in the order of the schema; the nodes stand where they
     * belong.
     */
    Keys fresh(ConfigValue nodes) {
        return GroupsForm.fresh(section, patches(List.of()), Map.of("nodes", nodes));
    }
}
