// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.net.ServerAnswer;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request of an operation.
 *
 * @param target below the root of the site, without a slash in front
 * @param form fields that are sent; null for none
 * @param check finds the fault of an answer
 * @param then action after a good answer
 * @param isLogin true when the answer begins a session, so that a new session cookie in it replaces none
 */
record VisitStep(
        String method,
        String target,
        @Nullable Map<String, String> form,
        FaultCheck check,
        Consumer<ServerAnswer> then,
        boolean isLogin) {

    /** Finds the fault of an answer; null when it is the expected one. */
    interface FaultCheck {
        @Nullable
        FailureKind fault(ServerAnswer answer);
    }

    static VisitStep get(String target, FaultCheck check, Consumer<ServerAnswer> then) {
        return new VisitStep("GET", target, null, check, then, false);
    }

    static VisitStep post(String target, Map<String, String> form, FaultCheck check, Consumer<ServerAnswer> then) {
        return new VisitStep("POST", target, form, check, then, false);
    }

    /** The same as a step that logs in. */
    VisitStep thatLogsIn() {
        return new VisitStep(method, target, form, check, then, true);
    }
}
