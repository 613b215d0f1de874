// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.dispatcher.control.RegistrationView;
import io.evenkeel.dispatcher.control.RegistrationView.ContextView;
import io.evenkeel.dispatcher.control.RegistrationView.ServerView;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The servers that have registered for a cluster by mod_cluster's protocol, in JSON.
 *
 * @param view what they have told
 */
record ServersJson(RegistrationView view) {

    ArrayNode json() {
        ArrayNode json = Json.array();
        for (ServerView server : view.servers()) {
            ObjectNode each = json.addObject()
                    .put("node", server.node())
                    .put("route", server.route())
                    .put("url", server.url())
                    .put("balancer", server.balancer())
                    .put("group", server.group())
                    .put("heardMs", server.heardMs());
            if (server.load() >= -1) {
                each.put("load", server.load());
            }
            ArrayNode contexts = each.putArray("contexts");
            for (ContextView context : server.contexts()) {
                ObjectNode one = contexts.addObject()
                        .put("path", context.path())
                        .put("state", context.state())
                        .put("running", context.running());
                ArrayNode hosts = one.putArray("hosts");
                context.hosts().forEach(hosts::add);
            }
        }
        return json;
    }
}
