// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.JoinView.MemberView;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The joined dispatchers in JSON.
 *
 * @param view by the one that is asked
 */
record JoinJson(JoinView view) {

    ObjectNode json() {
        ObjectNode json = Json.object()
                .put("address", view.address())
                .put("listening", view.listening())
                .put("problem", view.problem())
                .put("received", view.received())
                .put("unreadable", view.unreadable())
                .put("strangers", view.strangers())
                .put("reportBytes", view.octets());
        ArrayNode members = json.putArray("members");
        for (MemberView each : view.members()) {
            members.addObject()
                    .put("name", each.name())
                    .put("self", each.self())
                    .put("version", each.version())
                    .put("configGeneration", each.generation())
                    .put("draining", each.draining())
                    .put("everyMs", each.everyMs())
                    .put("ageMs", each.ageMs())
                    .put("lateMs", each.lateMs())
                    .put("share", each.share())
                    .put("inFlight", each.inFlight())
                    .put("perSecond", each.perSecond())
                    .put("nodesOut", each.nodesOut());
        }
        return json;
    }
}
