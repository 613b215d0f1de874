// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.load.SurgeSizes;
import io.evenkeel.simulator.chance.Distribution;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a distribution; {@code none} is 0 and {@code surge} the sizes of a web server's files. */
final class ChanceReader implements ITypeConverter<Distribution> {

    @Override
    public Distribution convert(String text) {
        try {
            return switch (text) {
                case "none" -> Distribution.parse("0");
                case "surge" -> new SurgeSizes();
                default -> Distribution.parse(text);
            };
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
