// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftAccess;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Networks and users of a place: {@code allow} and {@code deny}, of which nginx takes the first that fits. */
final class NginxAccess {

    private static final Pattern BCRYPT =
            Pattern.compile("([!-9;-~]+):\\$2[aby]\\$(0[4-9]|1[0-4])\\$[./A-Za-z0-9]{53}");
    private static final int LONGEST_FILE = 256 << 10;

    private final Draft draft;
    private final Path folder;

    /** @param folder in which relative paths begin */
    NginxAccess(Draft draft, Path folder) {
        this.draft = draft;
        this.folder = folder;
    }

    /**
     * Adds the networks and the users of a place to the rules of its route, where they mean the same.
     *
     * @param told whether clients' addresses may come from fields or PROXY headers
     */
    void of(NginxScope place, DraftSection rules, boolean told) {
        NginxDirective satisfy = find(place, "satisfy");
        if (satisfy != null && !satisfy.argument(1).equals("all")) {
            return;
        }
        List<NginxDirective> lines = lines(place);
        if (!told && networks(lines, rules)) {
            lines.forEach(NginxDirective::understood);
            if (satisfy != null && !lines.isEmpty()) {
                satisfy.understood();
            }
        }
        login(place, rules);
    }

    /** True for a place that lets nobody in. */
    static boolean isClosed(NginxDirective place) {
        List<NginxDirective> lines = lines(new NginxScope(place, null));
        return !lines.isEmpty()
                && lines.get(0).name().equals("deny")
                && lines.get(0).argument(1).equals("all")
                && place.inside().stream().allMatch(each -> each.name().matches("allow|deny|access_log|log_not_found"));
    }

    /** The lines in force, in their order: those of the innermost braces that have any. */
    private static List<NginxDirective> lines(NginxScope scope) {
        List<NginxDirective> own = scope.block().inside().stream()
                .filter(each -> each.name().matches("allow|deny"))
                .toList();
        NginxScope outer = scope.outer();
        return !own.isEmpty() || outer == null ? own : lines(outer);
    }

    /** The directive in force, which is not marked as understood. */
    private static @Nullable NginxDirective find(NginxScope scope, String name) {
        List<NginxDirective> own = scope.block().inside(name);
        NginxScope outer = scope.outer();
        return !own.isEmpty() ? own.get(own.size() - 1) : outer == null ? null : find(outer, name);
    }

    /**
     * Networks as two lists, of which that of refused ones goes first.
     *
     * @return false when the order of the lines means something else
     */
    private static boolean networks(List<NginxDirective> lines, DraftSection rules) {
        List<NginxDirective> refused = new ArrayList<>();
        List<NginxDirective> allowed = new ArrayList<>();
        boolean late = false;
        boolean closed = false;
        for (NginxDirective each : lines) {
            boolean deny = each.name().equals("deny");
            if (each.argument(1).equals("all")) {
                closed = deny;
                break;
            } else if (!DraftAccess.isNetwork(each.argument(1)) || (late && !deny)) {
                return false; // an allow behind a deny that stands behind another allow
            }
            late |= deny && !allowed.isEmpty();
            if (!late) {
                (deny ? refused : allowed).add(each);
            }
        }
        if (!closed && late) {
            return false; // a deny of which an earlier allow may take out a part
        }
        for (NginxDirective each : refused) {
            new DraftAccess(List.of(each.argument(1)), false).write(rules, each.at());
        }
        if (closed && allowed.isEmpty()) {
            NginxDirective last = lines.get(lines.size() - 1);
            rules.remove("deny");
            DraftAccess.NOBODY.write(rules, last.at());
        } else if (closed) {
            for (NginxDirective each : allowed) {
                new DraftAccess(List.of(each.argument(1)), true).write(rules, each.at());
            }
        }
        return true;
    }

    private void login(NginxScope place, DraftSection rules) {
        NginxDirective realm = find(place, "auth_basic");
        NginxDirective users = find(place, "auth_basic_user_file");
        if (realm == null || realm.argument(1).equals("off")) {
            if (realm != null) {
                draft.needless(realm.understood().at(), realm.shown(), "a route asks for no password by itself");
            }
            return;
        }
        Path file = users == null ? null : file(users.argument(1));
        String name = realm.argument(1);
        if (users == null || file == null || name.contains("$") || name.isBlank() || !isOfUs(file)) {
            return;
        }
        DraftSection basic = rules.section("basic-auth", realm.understood().at());
        basic.text("users", file.toString(), users.understood().at());
        basic.text("realm", name, realm.at());
    }

    private @Nullable Path file(String path) {
        try {
            return path.contains("$") ? null : folder.resolve(path).normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** True for a file that is here, and all of whose hashes Evenkeel takes. */
    private static boolean isOfUs(Path file) {
        Set<String> users = new HashSet<>();
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_FILE) {
                return false;
            }
            for (String line : SourceText.read(file).lines()) {
                Matcher user = BCRYPT.matcher(line);
                boolean none = line.isBlank() || line.startsWith("#");
                if (!none && (!user.matches() || !users.add(user.group(1)))) {
                    return false;
                }
            }
        } catch (IOException | MalformedFileException e) {
            return false;
        }
        return !users.isEmpty();
    }
}
