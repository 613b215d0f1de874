// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A hash of a password by Argon2 (RFC 9106), version 1.3, in PHC's form; a text of it shows its cost only.
 *
 * @param variant {@code id}, {@code i} or {@code d}
 * @param memoryKib memory that a check takes
 * @param passes how often a check goes through this memory
 * @param lanes parts of the memory that may be filled at the same time
 * @param salt in Base64 without padding
 * @param digest in Base64 without padding
 */
public record Argon2Hash(String variant, int memoryKib, int passes, int lanes, String salt, String digest) {

    private static final Pattern FORM = Pattern.compile("\\$argon2(id|i|d)\\$v=19"
            + "\\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,2})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)");

    /** The hash that a text is; null for other texts. */
    public static @Nullable Argon2Hash of(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? new Argon2Hash(
                        form.group(1),
                        Integer.parseInt(form.group(2)),
                        Integer.parseInt(form.group(3)),
                        Integer.parseInt(form.group(4)),
                        form.group(5),
                        form.group(6))
                : null;
    }

    @Override
    public String toString() {
        return "Argon2Hash[" + variant + ", m=" + memoryKib + ", t=" + passes + ", p=" + lanes + "]";
    }
}
