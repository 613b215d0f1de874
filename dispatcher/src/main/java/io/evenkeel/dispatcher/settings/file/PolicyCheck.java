// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.file;

import io.evenkeel.dispatcher.settings.shape.Words;

/** Policy parameters as text. */
final class PolicyCheck {

    private PolicyCheck() {}

    /** The value of a parameter in its base unit: seconds, share or plain number, told apart by how it is written. */
    static double baseUnits(String text) {
        if (text.endsWith("%")) {
            return Words.share(text);
        }
        char last = text.charAt(text.length() - 1);
        return Character.isLetter(last) ? Words.duration(text).toNanos() / 1e9 : Double.parseDouble(text);
    }
}
