// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The heading under which a help shows the options of a class. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OptionTitle {

    /** The heading, without a colon. */
    String value();
}
