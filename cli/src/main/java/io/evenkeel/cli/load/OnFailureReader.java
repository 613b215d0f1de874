// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.load.OnFailure;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the word for a user's reaction to a failure. */
final class OnFailureReader implements ITypeConverter<OnFailure> {

    @Override
    public OnFailure convert(String text) {
        return Arrays.stream(OnFailure.values())
                .filter(each -> each.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'%s' is none of %s"
                        .formatted(
                                text,
                                Arrays.stream(OnFailure.values())
                                        .map(OnFailure::toString)
                                        .collect(Collectors.joining(", ")))));
    }
}
