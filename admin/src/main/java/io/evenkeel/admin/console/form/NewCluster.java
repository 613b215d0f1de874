// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.FieldValue;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Append;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigValue;
import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.policy.PolicyCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster that is not there yet: its name, its listener, its nodes and its settings. */
record NewCluster(Section schema, PolicyCatalog catalog, FormInput typed) implements Edit {

    private static final String NAME = "name";
    private static final String NODES = "nodes";
    private static final String LISTENER = "listener/";
    private static final List<String> LISTENER_KEYS = List.of("name", "address", "protocol");

    private ClusterForm form() {
        return new ClusterForm(schema.below("clusters"), catalog, Optional.empty(), typed);
    }

    private SectionForm listener() {
        return new SectionForm(schema.below("listeners"), LISTENER, Optional.empty(), typed);
    }

    @Override
    public FormSheet sheet(Layout file) {
        List<FieldGroup> groups = new ArrayList<>();
        groups.add(new FieldGroup(
                "Cluster",
                "",
                List.of(
                        field(
                                NAME,
                                Kind.LINE,
                                "Of your choice; shown everywhere and named by listeners.",
                                "letters, digits and . _ -",
                                true),
                        field(
                                NODES,
                                Kind.LINES,
                                "The app servers, one on a line: an address, or a name and an address.",
                                "10.0.0.5:8080, or vcn1 10.0.0.5:8080",
                                true)),
                true));
        groups.add(new FieldGroup(
                "Clients",
                "A listener of its own. Without an address none is made, and a listener must be led here as text.",
                listener().fields().stream()
                        .filter(field -> LISTENER_KEYS.contains(field.about().label()))
                        .map(NewCluster::optional)
                        .toList(),
                true));
        groups.addAll(form().groups());
        return new FormSheet(
                FormSheet.Kind.NEW_CLUSTER,
                "New cluster",
                Owner.NOBODY,
                ClusterPage.ADDRESS + "/new",
                Map.of(),
                groups);
    }

    private Field field(String name, Kind kind, String help, String range, boolean required) {
        return new Field(
                name,
                kind,
                new About(name, help, range, "", List.of(), required),
                new FieldValue(typed.get(name), "", 0, false));
    }

    private static Field optional(Field field) {
        About about = field.about();
        return new Field(
                field.name(),
                field.kind(),
                new About(about.label(), about.help(), about.range(), about.none(), about.choices(), false),
                field.given());
    }

    private List<String> lines() {
        return typed.get(NODES)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        Map<String, String> found = new LinkedHashMap<>();
        String name = typed.get(NAME);
        if (name.isEmpty()) {
            found.put(NAME, "'name' must be given");
        } else if (file.find(List.of("clusters", name)).isPresent()) {
            found.put(NAME, "there is a cluster '" + name + "' already");
        }
        if (lines().isEmpty()) {
            found.put(NODES, "at least one node must be given");
        }
        lines().stream()
                .filter(line -> line.split("\\s+").length > 2)
                .findFirst()
                .ifPresent(line -> found.put(NODES, "'" + line + "' must be an address, or a name and an address"));
        if (typed.get(LISTENER + "address").isEmpty()) {
            for (String key : List.of("name", "protocol")) {
                if (!typed.get(LISTENER + key).isEmpty()) {
                    found.put(LISTENER + "address", "'address' must be given for a listener");
                }
            }
        }
        found.putAll(form().complaints());
        return found;
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        List<ConfigValue> nodes = new ArrayList<>();
        for (String line : lines()) {
            String[] words = line.split("\\s+", -1);
            Map<String, ConfigValue> node = new LinkedHashMap<>();
            if (words.length == 2) {
                node.put("name", new Scalar(words[0]));
            }
            node.put("address", new Scalar(words[words.length - 1]));
            nodes.add(words.length == 1 ? node.get("address") : new Keys(node));
        }
        String name = typed.get(NAME);
        List<ConfigPatch> patches = new ArrayList<>();
        patches.add(new Put(List.of("clusters", name), form().fresh(new Items(nodes))));
        if (!typed.get(LISTENER + "address").isEmpty()) {
            Map<String, ConfigValue> keys = new LinkedHashMap<>();
            for (String key : LISTENER_KEYS) {
                if (!typed.get(LISTENER + key).isEmpty()) {
                    keys.put(key, new Scalar(typed.get(LISTENER + key)));
                }
            }
            keys.put("cluster", new Scalar(name));
            patches.add(new Append(List.of("listeners"), new Keys(keys)));
        }
        return patches;
    }

    @Override
    public String field(List<String> path) {
        if (path.size() > 2 && path.get(0).equals("listeners")) {
            return LISTENER + path.get(2);
        } else if (path.size() < 2 || !path.subList(0, 2).equals(List.of("clusters", typed.get(NAME)))) {
            return "";
        }
        List<String> rest = path.subList(2, path.size());
        return rest.isEmpty() ? NAME : rest.get(0).equals(NODES) ? NODES : ClusterEdit.name(rest);
    }

    @Override
    public String what() {
        return "cluster added";
    }

    @Override
    public String subject() {
        return typed.get(NAME);
    }

    @Override
    public String after() {
        return Links.clusterForm(typed.get(NAME)) + "&done=applied";
    }

    @Override
    public String back() {
        return ClusterPage.LIST;
    }
}
