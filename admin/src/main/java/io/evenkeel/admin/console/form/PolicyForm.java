// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.Choice;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The policy of a cluster: one of the catalogue, and the parameters that it has. */
final class PolicyForm {

    static final String PREFIX = "policy/";

    private static final String NAME = "name";

    private final Key name;
    private final PolicyCatalog catalog;
    private final SectionForm form;
    private final Optional<PolicyType> chosen;

    PolicyForm(Section section, PolicyCatalog catalog, Optional<Layout> inFile, FormInput input) {
        this.name = section.key(NAME).orElseThrow();
        this.catalog = catalog;
        this.form = new SectionForm(section, PREFIX, inFile, input);
        Field field = form.field(NAME, Kind.CHOICE, About.line(NAME, "", ""));
        String wanted = field.given().value();
        this.chosen = catalog.find(wanted.isEmpty() ? name.fallback() : wanted);
        Word<?> word = section.others();
        List<String> known = chosen.map(PolicyType::parameters).orElse(List.of()).stream()
                .map(Parameter::name)
                .toList();
        if (word != null) {
            known.forEach(parameter -> form.add(parameter, word));
        }
        inFile.ifPresent(layout -> layout.entries().stream()
                .map(Layout.Entry::key)
                .filter(key -> !key.equals(NAME) && !known.contains(key))
                .forEach(form::drop));
    }

    /** The policy that the form has; empty when there is none of that name. */
    Optional<PolicyType> chosen() {
        return chosen;
    }

    FieldGroup group() {
        List<Field> fields = new ArrayList<>();
        List<Choice> choices = catalog.all().stream()
                .map(type -> new Choice(type.name(), type.name() + needs(type)))
                .toList();
        String help = chosen.map(type -> type.summary() + " Chooses: " + type.formula() + ".")
                .orElse("");
        fields.add(form.field(
                NAME, Kind.CHOICE, new About("policy", help, "", "default: " + name.fallback(), choices, false)));
        for (Parameter each : chosen.map(PolicyType::parameters).orElse(List.of())) {
            List<Choice> words =
                    each.choices().stream().map(word -> new Choice(word, word)).toList();
            fields.add(form.field(
                    each.name(),
                    words.isEmpty() ? Kind.LINE : Kind.CHOICE,
                    new About(
                            each.name(),
                            each.meaning(),
                            words.isEmpty() ? each.written(each.min()) + " to " + each.written(each.max()) : "",
                            "default: " + each.written(each.defaultValue()),
                            words,
                            false)));
        }
        return new FieldGroup("Policy", "", fields, true);
    }

    private static String needs(PolicyType type) {
        return switch (type.needs()) {
            case NOTHING -> "";
            case HTTP -> " (http only)";
            case AGENT -> " (needs an agent)";
        };
    }

    List<ConfigPatch> patches(List<String> path) {
        return form.patches(path, false);
    }
}
