// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import io.evenkeel.translate.source.SourceText;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The products whose configuration can be translated. */
public enum Peer {
    HAPROXY("HAProxy", "(global|defaults|frontend|backend|listen|userlist|peers|resolvers)(\\s.*)?"),
    NGINX("nginx", "(events|http|stream|server|upstream\\s+\\S+)\\s*\\{.*|(worker_processes|load_module|pid)\\s.*;.*"),
    HTTPD(
            "httpd",
            "<\\s*(virtualhost|proxy|location|ifmodule|directory)\\b.*"
                    + "|(listen|loadmodule|serverroot|servername|proxypass|proxyset|jkmount|managerbalancername)\\s+[^;]*");

    private final String title;
    private final Pattern line;

    Peer(String title, String line) {
        this.title = title;
        this.line = Pattern.compile(line);
    }

    public String title() {
        return title;
    }

    /** The product whose lines are the most in a text; null when it has none of any. */
    static @Nullable Peer of(SourceText text) {
        Peer best = null;
        long most = 0;
        for (Peer each : values()) {
            long count = text.lines().stream().filter(each::knows).count();
            if (count > most) {
                most = count;
                best = each;
            }
        }
        return best;
    }

    private boolean knows(String text) {
        boolean indented = !text.isEmpty() && Character.isWhitespace(text.charAt(0));
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        // an indented "listen 80;" or "server {" is nginx's
        boolean others = this == HAPROXY && indented && (stripped.contains(";") || stripped.contains("{"));
        return !others && line.matcher(stripped).matches();
    }
}
