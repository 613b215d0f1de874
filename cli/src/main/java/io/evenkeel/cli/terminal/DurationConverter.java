// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a length of time as configurations write it: {@code 250ms}, {@code 2s}, {@code 1.5m}, {@code 1h}; of all
 * options that are one.
 */
public final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is not a time; write 250ms, 2s, 1m or 1h");
        }
        double unitMs = switch (form.group(2)) {
            case "ms" -> 1;
            case "s" -> 1e3;
            case "m" -> 60e3;
            default -> 3600e3;
        };
        return Duration.ofMillis(Math.round(Double.parseDouble(form.group(1)) * unitMs));
    }
}
