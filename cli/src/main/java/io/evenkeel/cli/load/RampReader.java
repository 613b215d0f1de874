// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.cli.terminal.DurationConverter;
import io.evenkeel.load.Ramp;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the arrivals of users: {@code 3/10s} for three every ten seconds, {@code 1/s} for one a second. */
final class RampReader implements ITypeConverter<Ramp> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})/([0-9.]*)(ms|s|m|h)");

    @Override
    public Ramp convert(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || Integer.parseInt(form.group(1)) < 1) {
            throw new TypeConversionException(
                    "'" + text + "' is not a ramp; write 3/10s for three users every ten seconds");
        }
        String count = form.group(2).isEmpty() ? "1" : form.group(2);
        Duration every = new DurationConverter().convert(count + form.group(3));
        return new Ramp(Integer.parseInt(form.group(1)), every);
    }
}
