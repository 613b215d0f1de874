// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.plan;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a rate: {@code 300/s}, {@code 18000/m}, {@code 1000000/h}, or a number of requests per second. */
final class RateConverter implements ITypeConverter<Double> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(?:/(s|m|h))?");

    @Override
    public Double convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is not a rate; write 300/s, 18000/m or 1000000/h");
        }
        String unit = form.group(2) == null ? "s" : form.group(2);
        double seconds = switch (unit) {
            case "m" -> 60;
            case "h" -> 3600;
            default -> 1;
        };
        return Double.parseDouble(form.group(1)) / seconds;
    }
}
