// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema (draft-07) of the configuration file, for editors and other tools. */
public final class JsonSchema {

    private JsonSchema() {}

    /** The schema as JSON text. */
    public static String text() {
        try (InputStream in = JsonSchema.class.getResourceAsStream("evenkeel.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("evenkeel.schema.json is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
