// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import java.util.List;

/**
 * One input of a form.
 *
 * @param name under which it is sent; the id is the same
 * @param error the text of the error; empty when there is none
 */
public record Field(String name, Kind kind, About about, FieldValue given, String error) {

    /** The look of an input. */
    public enum Kind {
        LINE,
        LINES,
        SECRET,
        CHOICE
    }

    /** One of some values, and its text for people. */
    public record Choice(String value, String words) {}

    /**
     * The purpose of the field.
     *
     * @param label the key as the file has it
     * @param range the values that may be given; empty when there is nothing to say
     * @param none the effect of giving nothing: shown in the empty input, or as the choice of nothing
     * @param choices of a choice
     * @param required something must be given
     */
    public record About(String label, String help, String range, String none, List<Choice> choices, boolean required) {

        public About {
            choices = List.copyOf(choices);
            // The schema's texts are written for the reference, which is Markdown.
            help = help.replace("`", "");
        }

        /** The same, which must be given. */
        About needed() {
            return new About(label, help, range, none, choices, true);
        }

        /** A line of text that may be left out. */
        static About line(String label, String help, String range) {
            return new About(label, help, range, "", List.of(), false);
        }
    }

    /**
     * The value in the field.
     *
     * @param value as it is in the form
     * @param was as the file had it when the form was first shown; empty when it had nothing
     * @param line of the file that says it; 0 when none does
     * @param locked it is shown only, because it comes from elsewhere
     */
    public record FieldValue(String value, String was, int line, boolean locked) {

        static final FieldValue NOTHING = new FieldValue("", "", 0, false);
    }

    Field(String name, Kind kind, About about, FieldValue given) {
        this(name, kind, about, given, "");
    }

    Field wrong(String sentence) {
        return new Field(name, kind, about, given, error.isEmpty() ? sentence : error + "; " + sentence);
    }

    /** The same with more to know about it. */
    Field helping(String more) {
        About wise = new About(
                about.label(), about.help() + more, about.range(), about.none(), about.choices(), about.required());
        return new Field(name, kind, wise, given, error);
    }

    /** One of some values where the schema knows of none; a value from elsewhere stays a line that is only shown. */
    Field choosing(List<String> values) {
        if (given.locked()) {
            return this;
        }
        List<Choice> choices =
                values.stream().map(each -> new Choice(each, each)).toList();
        About some = new About(about.label(), about.help(), "", about.none(), choices, about.required());
        return new Field(name, Kind.CHOICE, some, given, error);
    }

    /** True when the value is not one of the choices. */
    public boolean isStrange() {
        return !given.value().isEmpty()
                && about.choices().stream().noneMatch(choice -> choice.value().equals(given.value()));
    }

    /** The ids of the elements that describe it. */
    public String described() {
        return name + "-help" + (error.isEmpty() ? "" : " " + name + "-error");
    }
}
