// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema.hint;

import java.util.List;

/** Sizes in messages, as a file has them. */
public final class SizeText {

    private static final String UNITS = "kMG";
    private static final List<Long> EXAMPLES = List.of(512L, 64L << 10, 1L << 20, 64L << 20, 1L << 30);

    private SizeText() {}

    /** The size in the largest unit of which it is a whole number: {@code 16MB}, {@code 480}. */
    public static String of(long bytes) {
        long count = bytes;
        int unit = -1;
        while (count > 0 && count % 1024 == 0 && unit < UNITS.length() - 1) {
            count /= 1024;
            unit++;
        }
        return unit < 0 ? Long.toString(count) : count + UNITS.substring(unit, unit + 1) + "B";
    }

    /** Completes "must be …", with examples between the bounds. */
    public static String expectation(long min, long max) {
        List<String> examples = EXAMPLES.stream()
                .filter(bytes -> bytes >= min && bytes <= max)
                .map(SizeText::of)
                .toList();
        int last = examples.size() - 1;
        String such = last <= 0
                ? String.join("", examples)
                : String.join(", ", examples.subList(0, last)) + " or " + examples.get(last);
        return "a size" + (min > 0 ? " of at least " + of(min) : "") + (last < 0 ? "" : ", such as " + such);
    }
}
