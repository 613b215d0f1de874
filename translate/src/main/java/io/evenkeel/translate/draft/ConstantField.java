// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.translate.source.EnvironmentReference;
import io.evenkeel.translate.source.SourceLine;

/**
 * A field that a listener sets in every message of one direction.
 *
 * @param name in the case that the other product's file has
 * @param value a constant
 */
public record ConstantField(String name, String value) {

    /** The key of the fields of requests on their way to a node. */
    public static final String REQUEST = "request";

    /** The key of the fields of answers on their way to a client. */
    public static final String RESPONSE = "response";

    /** The remedy for a field whose value is put together, or that is set for some messages only. */
    public static final String ADVICE =
            "headers.%s.set of a listener sets constant values in all its messages; others belong to the application";

    /** False for a field that the dispatcher writes itself, a secret, or a value that a configuration cannot have. */
    public boolean isPossible() {
        return !Draft.isSecret(name)
                && ScalarTypes.SETTABLE_FIELD.accepts(name)
                && ScalarTypes.FIELD_VALUE.accepts(value)
                && !EnvironmentReference.isIn(value);
    }

    /**
     * Sets the field, in place of one of the same name.
     *
     * @return false when another line has given it another value, which stays
     */
    public boolean set(DraftSection listener, String direction, SourceLine from) {
        DraftSection fields = listener.section("headers").section(direction).section("set");
        for (String known : fields.entries().keySet()) {
            if (known.equalsIgnoreCase(name)) {
                return value.equals(fields.find(known));
            }
        }
        fields.text(name, value, from);
        return true;
    }
}
