// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message that was read.
 *
 * @param wholeNode the target is {@code /*}: all applications of the node are meant
 * @param fields in the order in which they came
 */
public record McmpMessage(McmpCommand command, boolean wholeNode, List<McmpField> fields) {

    /** A field of a message, decoded. */
    public record McmpField(String name, String value) {}

    public McmpMessage {
        fields = List.copyOf(fields);
    }

    /** The value of the first field of a name, whatever its case; null when there is none. */
    @Nullable
    String value(String name) {
        for (McmpField field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return field.value();
            }
        }
        return null;
    }
}
