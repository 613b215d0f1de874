// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.Choice;
import io.evenkeel.admin.console.form.Field.FieldValue;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.yaml.Layout;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Something that is to be removed from the file.
 *
 * @param address of the form's target
 * @param hidden values that are sent along unseen
 * @param facts that the reader should know of it first
 * @param path to its place in the file
 * @param obstacle the reason why it must stay; empty when it may go
 */
record RemovalEdit(
        Target target,
        String address,
        Map<String, String> hidden,
        List<String> facts,
        Function<Layout, List<String>> path,
        Function<Layout, String> obstacle,
        FormInput typed)
        implements Edit {

    private static final String COMMENT = "comment";

    /**
     * The thing that is removed.
     *
     * @param kind for the log of changes
     * @param subject its name there
     * @param after the page to show without it
     */
    record Target(String kind, String title, String subject, Owner owner, String after) {}

    @Override
    public FormSheet sheet(Layout file) {
        About about = new About(
                COMMENT,
                "What to do with a comment that stands directly above it in the file; one inside it goes with it.",
                "",
                "goes too",
                List.of(new Choice("keep", "stays")),
                false);
        Field comment = new Field(COMMENT, Kind.CHOICE, about, new FieldValue(typed.get(COMMENT), "", 0, false));
        return new FormSheet(
                        FormSheet.Kind.REMOVAL,
                        target.title(),
                        target.owner(),
                        address,
                        hidden,
                        List.of(new FieldGroup("In the file", "", List.of(comment), true)))
                .facts(facts);
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        String sentence = obstacle.apply(file);
        return sentence.isEmpty() ? Map.of() : Map.of("", sentence);
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        return List.of(new Remove(path.apply(file), !typed.get(COMMENT).equals("keep")));
    }

    @Override
    public String field(List<String> place) {
        return "";
    }

    @Override
    public String what() {
        return target.kind() + " deleted";
    }

    @Override
    public String subject() {
        return target.subject();
    }

    @Override
    public String after() {
        return target.after() + (target.after().contains("?") ? "&" : "?") + "done=applied";
    }

    @Override
    public String back() {
        return target.owner().link();
    }
}
