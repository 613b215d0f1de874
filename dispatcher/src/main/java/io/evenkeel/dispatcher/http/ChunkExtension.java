// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import org.jspecify.annotations.Nullable;

/**
 * Checks the grammar of chunk extensions octet by octet (RFC 9112 §7.1.1):
 * {@code *( BWS ";" BWS name [ BWS "=" BWS value ] )}.
 */
final class ChunkExtension {

    private enum State {
        BEFORE_SEMICOLON,
        BEFORE_NAME,
        NAME,
        AFTER_NAME,
        BEFORE_VALUE,
        TOKEN,
        QUOTED,
        ESCAPED,
        AFTER_VALUE
    }

    private State state = State.BEFORE_SEMICOLON;

    void start() {
        state = State.BEFORE_SEMICOLON;
    }

    /** True when the line may end here. */
    boolean mayEnd() {
        return state == State.NAME || state == State.TOKEN || state == State.AFTER_VALUE;
    }

    /** Takes the next octet, which is not CR; false when it may not stand here. */
    boolean accept(byte octet) {
        State next = next(octet);
        if (next == null) {
            return false;
        }
        state = next;
        return true;
    }

    private @Nullable State next(byte octet) {
        boolean blank = Octets.isBlank(octet);
        boolean token = Octets.token(octet) != 0;
        return switch (state) {
            case BEFORE_SEMICOLON -> blank ? state : after(octet, false);
            case BEFORE_NAME -> blank ? state : token ? State.NAME : null;
            case NAME -> token ? state : blank ? State.AFTER_NAME : after(octet, true);
            case AFTER_NAME -> blank ? state : after(octet, true);
            case BEFORE_VALUE -> blank ? state : octet == '"' ? State.QUOTED : token ? State.TOKEN : null;
            case TOKEN -> token ? state : blank ? State.BEFORE_SEMICOLON : after(octet, false);
            case QUOTED ->
                octet == '"' ? State.AFTER_VALUE : octet == '\\' ? State.ESCAPED : isText(octet) ? state : null;
            case ESCAPED -> isText(octet) ? State.QUOTED : null;
            case AFTER_VALUE -> blank ? State.BEFORE_SEMICOLON : after(octet, false);
        };
    }

    private static @Nullable State after(byte octet, boolean valueMayFollow) {
        if (octet == ';') {
            return State.BEFORE_NAME;
        }
        return octet == '=' && valueMayFollow ? State.BEFORE_VALUE : null;
    }

    private static boolean isText(byte octet) {
        return octet == Octets.HTAB || octet < 0 || (octet >= 0x20 && octet != 0x7f);
    }
}
