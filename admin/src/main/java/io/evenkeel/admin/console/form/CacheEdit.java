// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import java.util.List;
import java.util.Map;

/** The memory that the routes with a cache share. */
record CacheEdit(Section schema, FormInput typed) implements Edit {

    private static final String CACHE = "cache";

    private SectionForm form(Layout file) {
        return new SectionForm(schema.below(CACHE), "", file.find(List.of(CACHE)), typed);
    }

    @Override
    public FormSheet sheet(Layout file) {
        FieldGroup memory = new FieldGroup("Memory", "", form(file).fields(), true);
        return new FormSheet(FormSheet.Kind.CACHE, "Cache", Owner.NOBODY, Links.CACHE_FORM, Map.of(), List.of(memory))
                .facts(List.of(
                        "What is stored is decided by the routes: each form of a route has a part for its cache."));
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        return form(file).complaints(false);
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        return form(file).patches(List.of(CACHE), false);
    }

    @Override
    public String field(List<String> path) {
        if (path.isEmpty() || !path.get(0).equals(CACHE)) {
            return "";
        }
        return path.size() == 1 ? String.valueOf(schema.below(CACHE).shorthand()) : path.get(1);
    }

    @Override
    public String what() {
        return "cache changed";
    }

    @Override
    public String subject() {
        return CACHE;
    }

    @Override
    public String after() {
        return Links.CACHE_FORM + "?done=applied";
    }

    @Override
    public String back() {
        return Links.CONFIG;
    }
}
