// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.ConstantField;
import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The fields that a place sets, adds or hides in messages: those of its listener from now on. */
final class NginxFields {

    private static final Set<String> ORIGIN = Set.of(
            "x-forwarded-for",
            "x-forwarded-proto",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-server",
            "forwarded");
    private static final Set<String> HOP = Set.of("upgrade", "connection");

    private final Draft draft;

    NginxFields(Draft draft) {
        this.draft = draft;
    }

    void of(NginxScope place, DraftSection listener) {
        boolean host = false;
        for (NginxDirective each : place.all("proxy_set_header")) {
            host |= each.argument(1).equalsIgnoreCase("host");
            ofRequests(each, place, listener);
        }
        if (!host) {
            NginxDirective pass = NginxRoutes.pass(place.block());
            draft.differs(
                    pass == null ? place.block().at() : pass.at(),
                    "proxy_set_header Host (not set)",
                    "the server gets the client's Host; nginx sent the name of proxy_pass",
                    "");
        }
        for (NginxDirective each : place.all("add_header")) {
            ofAnswers(each, place, listener);
        }
        for (NginxDirective each : place.everywhere("proxy_hide_header")) {
            if (Words.isRemovable(each.argument(1))) {
                listener.section("headers")
                        .section(ConstantField.RESPONSE)
                        .texts("remove", List.of(each.argument(1)), each.at());
            }
        }
    }

    private void ofRequests(NginxDirective each, NginxScope place, DraftSection listener) {
        String field = each.argument(1).toLowerCase(Locale.ROOT);
        String value = each.argument(2);
        ConstantField constant = new ConstantField(each.argument(1), value);
        if (field.equals("host") && value.matches("\\$(host|http_host)(:\\$(server_port|proxy_port))?")) {
            draft.needless(each.at(), each.shown(), "the client's Host arrives unchanged");
        } else if (ORIGIN.contains(field) || HOP.contains(field)) {
            draft.needless(each.at(), each.shown(), "the dispatcher does this by itself");
        } else if (value.isEmpty() && Words.isRemovable(field)) {
            listener.section("headers")
                    .section(ConstantField.REQUEST)
                    .texts("remove", List.of(each.argument(1)), each.at());
        } else if (field.equals("host")) {
            draft.differs(
                    each.at(), each.shown(), "the client's Host arrives unchanged", "let the server know that name");
        } else if (isConstant(value) && constant.isPossible()) {
            set(constant, each, place, listener, ConstantField.REQUEST);
        } else {
            draft.missing(
                    each.at(),
                    each.shown(),
                    "the field " + each.argument(1) + " is not set",
                    field.equals("x-real-ip")
                            ? "let the application read X-Forwarded-For"
                            : ConstantField.ADVICE.formatted(ConstantField.REQUEST));
        }
    }

    private void ofAnswers(NginxDirective each, NginxScope place, DraftSection listener) {
        ConstantField constant = new ConstantField(each.argument(1), each.argument(2));
        if (!isConstant(each.argument(2)) || !constant.isPossible()) {
            draft.missing(
                    each.at(),
                    each.shown(),
                    "the field " + each.argument(1) + " is not added to answers",
                    ConstantField.ADVICE.formatted(ConstantField.RESPONSE));
            return;
        }
        set(constant, each, place, listener, ConstantField.RESPONSE);
        boolean always = each.argument(3).equals("always");
        draft.differs(
                each.at(),
                each.shown(),
                "the field stands in every answer of a node" + (always ? "" : ", whatever its status,")
                        + " in place of one that the node sent",
                "");
    }

    private void set(
            ConstantField field, NginxDirective from, NginxScope place, DraftSection listener, String direction) {
        if (!field.set(listener, direction, from.at())) {
            draft.missing(
                    from.at(),
                    from.shown(),
                    "a listener sets a field to one value, and another place gives " + field.name() + " another",
                    "let these places have a listener of their own, or let the application set it");
        } else if (isOfOneOfMany(from, place)) {
            draft.differs(
                    from.at(), from.shown(), "it is for all requests of the listener, not for this place only", "");
        }
    }

    /** True for a directive of one place of a server that has several. */
    static boolean isOfOneOfMany(NginxDirective directive, NginxScope place) {
        NginxScope outer = place.outer();
        return place.block().inside().contains(directive)
                && outer != null
                && outer.block().inside("location").size() > 1;
    }

    private static boolean isConstant(String value) {
        return value.indexOf('$') < 0;
    }
}
