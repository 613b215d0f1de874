// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.cache;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.dispatcher.control.CachePurge;
import io.evenkeel.dispatcher.control.CachePurge.Kind;
import io.evenkeel.dispatcher.control.Control;
import java.util.Locale;

/** Stored answers forgotten by order of people: checked, carried out, and written to the log of changes. */
public final class CacheChanges {

    private static final String HINT =
            "Send one of {\"url\": \"https://shop.example.org/a\"}, {\"prefix\": \"https://shop.example.org/img/\"}, {\"tag\": \"product-7\"} and {\"all\": true}.";
    private static final int LONGEST = 16_384;

    private final Control control;
    private final AuditLog audit;

    public CacheChanges(Control control, AuditLog audit) {
        this.control = control;
        this.audit = audit;
    }

    /** Carries an order out; returns the number of URLs. */
    public int purge(Caller caller, CachePurge order) {
        int urls = control.cache().purge(order);
        String what =
                order.kind().name().toLowerCase(Locale.ROOT) + (order.value().isEmpty() ? "" : " " + order.value());
        control.adminLog().info("cache: " + urls + " URLs were forgotten by " + caller.name() + " (" + what + ")");
        audit.add(caller.name(), caller.from(), "purge", "cache", what);
        return urls;
    }

    /**
     * The order of a word and a value.
     *
     * @param kind url, prefix, tag or all
     * @param value the URL, its begin or the tag; empty for all
     * @throws ApiRefusal for one that is not clear
     */
    public static CachePurge order(String kind, String value) {
        if (kind.equals("all")) {
            return new CachePurge(Kind.ALL, "");
        }
        Kind found = switch (kind) {
            case "url" -> Kind.URL;
            case "prefix" -> Kind.PREFIX;
            case "tag" -> Kind.TAG;
            default -> throw unclear("what is to be forgotten?");
        };
        boolean printable = value.length() <= LONGEST && value.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (value.isEmpty() || !printable) {
            throw unclear("'" + kind + "' must be a text of visible ASCII characters");
        }
        if (found != Kind.TAG && !value.matches("(?i:https?)://[^/?#]+([/?].*)?")) {
            throw unclear("'" + value + "' is not a URL");
        }
        return new CachePurge(found, value);
    }

    static ApiRefusal unclear(String reason) {
        return new ApiRefusal(400, reason, HINT);
    }
}
