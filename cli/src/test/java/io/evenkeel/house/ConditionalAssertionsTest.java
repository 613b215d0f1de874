// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConditionalAssertionsTest {

    /** A bar is the end of a line, and a letter A an assertion. */
    @ParameterizedTest
    @CsvSource({
        "if (a) {|  A|}, true",
        "if (a) {|  x();|  A|}, true",
        "if (a) {|  for (x) {|    A|  }|}, true",
        "if (a|  || b) {|  A|}, true",
        "if (a) {|  x();|} else if (b) {|  A|}, true",
        "if (a) {|  A|} else if (b) {|  A|}, true",
        "if (a) {|  A|} else {|  x();|}, true",
        "if (a) {|  x();|} else {|  y();|  A|}, true",
        "if (a) {|  A|} else {|  A|}, false",
        "if (a) {|  A|} else if (b) {|  A|} else {|  A|}, false",
        "if (a) {|  x();|}|A, false",
        "if (a) {|  return;|}|A, false",
    })
    void tellsAssertionsThatMayBeLeftOut(String text, boolean found) {
        String java =
                text.replace("||", "OR").replace('|', '\n').replace("OR", "||").replace("A", "assertThat(x).y();");

        assertThat(ConditionalAssertions.isIn(java.replaceAll("(?m)^", "        ")))
                .isEqualTo(found);
    }
}
