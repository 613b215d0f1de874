// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Inputs that belong together: a section of the file.
 *
 * @param hint shown above them; empty for none
 * @param fields the first may say whether the section is used at all
 * @param always shown open
 */
public record FieldGroup(String title, String hint, List<Field> fields, boolean always) {

    static final String NEW_CERTIFICATE = "tls: new certificate";

    public FieldGroup {
        fields = List.copyOf(fields);
    }

    FieldGroup map(UnaryOperator<Field> change) {
        return new FieldGroup(title, hint, fields.stream().map(change).toList(), always);
    }

    /** True when the page offers one more such group. */
    public boolean mayRepeat() {
        return title.equals(NEW_CERTIFICATE);
    }

    /** True when something in it is set or wrong, so that it should be seen at once. */
    public boolean isOpen() {
        return always
                || fields.stream()
                        .anyMatch(field -> !field.error().isEmpty()
                                || !field.given().value().isEmpty());
    }

    /** The number of keys that the file sets. */
    public long set() {
        return fields.stream().filter(field -> field.given().line() > 0).count();
    }
}
