// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceLine;
import io.evenkeel.translate.source.SourceText;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** nginx's configuration as a draft of ours. */
public final class NginxTranslation {

    private static final Set<String> BLOCKS =
            Set.of("http", "stream", "server", "upstream", "events", "location", "types");

    private final Draft draft;
    private Path folder = Path.of("");

    public NginxTranslation(Draft draft) {
        this.draft = draft;
    }

    /** Translates a file with those that it includes; what is left over is told to the draft. */
    public void translate(SourceText text) throws MalformedFileException {
        Path parent = text.file().toAbsolutePath().getParent();
        folder = parent == null ? folder : parent;
        List<NginxDirective> top = new NginxReader(draft, text.file()).read(text);
        // a file of one site has servers without the http around them
        NginxDirective site = new NginxDirective(new SourceLine(text.file(), 1), List.of("http"));
        top.stream().filter(each -> each.name().matches("server|upstream")).forEach(site.inside()::add);
        if (!site.inside().isEmpty()) {
            http(site);
        }
        top.stream().filter(each -> each.name().equals("http")).forEach(this::http);
        top.stream().filter(each -> each.name().equals("stream")).forEach(this::stream);
        top.stream().filter(each -> !each.name().matches("server|upstream")).forEach(this::rest);
        site.inside().forEach(this::rest);
    }

    private void http(NginxDirective http) {
        NginxScope scope = new NginxScope(http.understood(), null);
        NginxClusters clusters = new NginxClusters(draft, false);
        http.inside("upstream").forEach(clusters::know);
        NginxListeners listeners =
                new NginxListeners(draft, clusters, new NginxRates(draft, scope), new NginxAccess(draft, folder));
        http.inside("server").forEach(each -> listeners.server(scope.inner(each.understood())));
        listeners.add();
        clusters.addUnused();
        NginxDirective access = scope.last("access_log");
        if (access != null && !access.argument(1).equals("off")) {
            DraftSection log = draft.root().section("log").section("access", access.at());
            log.literal("format", "combined", access.at());
            draft.differs(
                    access.at(),
                    access.shown(),
                    "the access log goes to standard output, in the format 'combined'",
                    "log.access.file names a file; the format json has all figures");
        }
    }

    private void stream(NginxDirective stream) {
        NginxScope scope = new NginxScope(stream.understood(), null);
        NginxClusters clusters = new NginxClusters(draft, true);
        stream.inside("upstream").forEach(clusters::know);
        NginxStreams listeners = new NginxStreams(draft, clusters);
        stream.inside("server").forEach(each -> listeners.server(scope.inner(each.understood())));
        clusters.addUnused();
    }

    /** Tells what nothing has understood, in the braces of what has been, too. */
    private void rest(NginxDirective directive) {
        if (!directive.isUnderstood()) {
            new NginxRemainder(draft).tell(directive);
        }
        if (directive.isUnderstood() && BLOCKS.contains(directive.name())) {
            directive.inside().forEach(this::rest);
        }
    }
}
