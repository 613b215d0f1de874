// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A rate of events, as {@code 200/s}, {@code 50/m} or {@code 200}. */
record Rate(double perSecond) {

    static final class RateReader implements ITypeConverter<Rate> {

        private static final Pattern FORM = Pattern.compile("([0-9]{1,7}(?:\\.[0-9]{1,6})?)(?:/(s|m|h))?");

        @Override
        public Rate convert(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches() || Double.parseDouble(form.group(1)) == 0) {
                throw new TypeConversionException("'" + text + "' is not a rate; write 200/s, 50/m or 1000/h");
            }
            double seconds = "m".equals(form.group(2)) ? 60 : "h".equals(form.group(2)) ? 3600 : 1;
            return new Rate(Double.parseDouble(form.group(1)) / seconds);
        }
    }
}
