// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.MirrorSettings;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.edge.login.BasicRule;
import io.evenkeel.dispatcher.edge.login.JwtRule;
import io.evenkeel.dispatcher.edge.login.LoginRule;
import io.evenkeel.dispatcher.http.text.FieldEdits;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the requests of one route, those of its listener among them; or those of a listener, for requests that
 * take no route. Immutable.
 *
 * @param toNode fields that never reach a node, the subject fields of all listeners among them, and lines for nodes
 * @param toClient fields that never reach a client, and lines for answers of nodes
 * @param own lines for answers of the dispatcher itself
 * @param access the networks that may come in; null for all
 * @param redirect sends clients elsewhere; null for none
 * @param path changes paths on their way to a node; null for none
 * @param canary sends requests to another cluster; null for none
 * @param mirror the requests of which another cluster gets a copy; null for none
 * @param pages HTML for people by status; null for our own
 * @param login the way in which clients prove that they may come in; null for none
 * @param question the field of a 401 that asks for that proof
 * @param cache the rule by which answers are stored and used again; null where none is
 */
public record EdgeRules(
        FieldEdits toNode,
        FieldEdits toClient,
        OwnFields own,
        @Nullable AccessRule access,
        @Nullable RedirectRule redirect,
        @Nullable PathChange path,
        @Nullable CanaryRule canary,
        @Nullable MirrorSettings mirror,
        @Nullable ErrorPages pages,
        @Nullable LoginRule login,
        OwnFields question,
        @Nullable CacheRule cache) {

    /** Fields that never reach a client as a node sent them. */
    public FieldNames hidden() {
        return toClient.removed();
    }

    /**
     * The rules of a listener and of one of its routes.
     *
     * @param route null for requests that take none
     * @param subjectFields the fields that tell nodes the subjects of certificates and the claims of tokens, of all
     *     listeners
     * @param trusted tells the addresses of trusted proxies
     */
    public static EdgeRules of(
            ListenerSettings listener,
            @Nullable RouteSettings route,
            Set<String> subjectFields,
            Predicate<InetAddress> trusted) {
        HeaderSettings all = listener.headers();
        RuleSettings rules = route == null ? RuleSettings.NONE : route.rules();
        HeaderSettings more = rules.headers();
        List<String> toNode = joined(all.requestRemove(), more.requestRemove());
        toNode.addAll(subjectFields);
        Map<String, String> set = set(all.responseSet(), more.responseSet());
        FieldEdits toClient = FieldEdits.of(
                joined(all.responseRemove(), more.responseRemove()),
                set.entrySet(),
                both(all.responseAdd(), more.responseAdd()));
        CanaryRule canary = rules.canary() == null ? null : new CanaryRule(rules.canary(), trusted);
        boolean here = rules.basic() != null || rules.jwt() != null;
        LoginRule login = login(here ? rules : listener.rules(), trusted);
        return new EdgeRules(
                FieldEdits.of(
                        toNode,
                        set(all.requestSet(), more.requestSet()).entrySet(),
                        both(all.requestAdd(), more.requestAdd())),
                toClient,
                all.always() || more.always() ? new OwnFields(own(all, more)) : OwnFields.NONE,
                AccessRule.of(listener.rules().access(), rules.access(), trusted),
                redirect(listener.rules(), rules, route == null ? null : route.host()),
                PathChange.of(rules.path()),
                canary,
                rules.mirror(),
                ErrorPages.of(listener.rules().errorPages(), rules.errorPages()),
                login,
                login == null
                        ? OwnFields.NONE
                        : new OwnFields(List.of(Map.entry("WWW-Authenticate", login.question()))),
                CacheRule.of(listener, route));
    }

    /** The route's redirect, else that of the listener. */
    private static @Nullable RedirectRule redirect(RuleSettings all, RuleSettings more, @Nullable String host) {
        if (more.redirect() != null) {
            return new RedirectRule(more.redirect(), host);
        }
        return all.redirect() == null ? null : new RedirectRule(all.redirect(), null);
    }

    private static @Nullable LoginRule login(RuleSettings rules, Predicate<InetAddress> trusted) {
        if (rules.basic() != null) {
            return new BasicRule(rules.basic(), trusted);
        }
        return rules.jwt() == null ? null : new JwtRule(rules.jwt());
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> names = new ArrayList<>(first);
        names.addAll(second);
        return names;
    }

    /** The second ones in the place of the first ones of the same name. */
    private static Map<String, String> set(Map<String, String> first, Map<String, String> second) {
        Map<String, Map.Entry<String, String>> byName = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : both(first, second)) {
            byName.put(each.getKey().toLowerCase(Locale.ROOT).replace('_', '-'), each);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        byName.values().forEach(each -> fields.put(each.getKey(), each.getValue()));
        return fields;
    }

    private static List<Map.Entry<String, String>> both(Map<String, String> first, Map<String, String> second) {
        List<Map.Entry<String, String>> fields = new ArrayList<>(first.entrySet());
        fields.addAll(second.entrySet());
        return fields;
    }

    /** The lines of those sections that say {@code always}. */
    private static List<Map.Entry<String, String>> own(HeaderSettings all, HeaderSettings more) {
        Map<String, String> set =
                set(all.always() ? all.responseSet() : Map.of(), more.always() ? more.responseSet() : Map.of());
        List<Map.Entry<String, String>> lines = new ArrayList<>(set.entrySet());
        lines.addAll(both(all.always() ? all.responseAdd() : Map.of(), more.always() ? more.responseAdd() : Map.of()));
        return lines;
    }
}
