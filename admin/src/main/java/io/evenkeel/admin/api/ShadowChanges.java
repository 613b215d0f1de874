// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.ShadowConflictException;
import io.evenkeel.dispatcher.control.ShadowView;
import org.jspecify.annotations.Nullable;

/**
 * Shadows started and stopped, for API and console alike; each leaves a line in the event log and in the log of
 * changes.
 */
public final class ShadowChanges {

    private final Control control;
    private final AuditLog audit;

    public ShadowChanges(Control control, AuditLog audit) {
        this.control = control;
        this.audit = audit;
    }

    /** Starts a policy as a shadow of a cluster. */
    public ShadowView start(Caller caller, String cluster, String policy, @Nullable String reason) {
        ShadowView started;
        try {
            started = control.shadows().start(cluster, policy);
        } catch (ShadowConflictException e) {
            throw new ApiRefusal(409, String.valueOf(e.getMessage()), "Stop a shadow of the cluster first.");
        }
        note(caller, "shadow started", cluster, policy, reason);
        return started;
    }

    /** Stops it; the answer has its last figures. */
    public ShadowView stop(Caller caller, String cluster, String policy, @Nullable String reason) {
        ShadowView stopped = control.shadows().stop(cluster, policy);
        note(caller, "shadow stopped", cluster, policy, reason);
        return stopped;
    }

    private void note(Caller caller, String what, String cluster, String policy, @Nullable String reason) {
        String because = reason == null ? "" : " (" + reason + ")";
        control.adminLog().info(cluster + ": " + what + " " + policy + " by " + caller.name() + because);
        audit.add(caller.name(), caller.from(), what, cluster + "/" + policy, reason);
    }
}
