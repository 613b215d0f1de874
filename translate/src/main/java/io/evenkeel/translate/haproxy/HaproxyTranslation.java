// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.EnvironmentReference;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** HAProxy's configuration as a draft of ours. */
public final class HaproxyTranslation {

    private final Draft draft;

    /** Names of clusters by those of their sections. */
    private final Map<String, String> clusters = new HashMap<>();

    public HaproxyTranslation(Draft draft) {
        this.draft = draft;
    }

    /** Translates a file; what is left over is told to the draft. */
    public void translate(SourceText text) throws MalformedFileException {
        List<HaproxySection> sections = HaproxyFile.sections(text, draft);
        HaproxySection global = sections.stream()
                .filter(each -> each.type().equals("global"))
                .findFirst()
                .orElse(null);
        HaproxyCertificates certificates = new HaproxyCertificates(draft, global);
        HaproxyClusters all = new HaproxyClusters(draft, certificates);
        for (HaproxySection section : sections) {
            boolean speaks = (!section.hasServers() && !section.isListening())
                    || section.mode().equals("tcp")
                    || section.mode().equals("http");
            if (isPageOfFigures(section)) {
                section.own("bind");
                draft.needless(
                        section.at(),
                        section.type() + " " + section.name(),
                        "the console and the admin API take the place of the page (section 'admin')");
            } else if (!speaks) {
                draft.missing(
                        section.at(),
                        section.type() + " " + section.name(),
                        "'mode " + section.mode() + "' has no counterpart, so the section is left out",
                        "");
            } else if (section.hasServers()) {
                HaproxyLine bind = section.type().equals("listen") ? section.last("bind") : null;
                clusters.put(section.name(), all.add(section, port(bind)));
            }
        }
        HaproxyLine most = global == null ? null : global.last("maxconn");
        HaproxyRates rates = new HaproxyRates(draft, sections);
        Map<String, HaproxySection> backends = new HashMap<>();
        for (HaproxySection section : sections) {
            String cluster = section.hasServers() ? clusters.get(section.name()) : null;
            if (cluster != null) {
                backends.put(cluster, section);
            }
        }
        HaproxyPaths paths = new HaproxyPaths(draft, backends);
        for (HaproxySection section : sections) {
            if (section.isListening() && !isPageOfFigures(section)) {
                new HaproxyListeners(draft, certificates, clusters, rates, paths).add(section, most);
            }
        }
        boolean alone = most != null
                && draft.listeners().size() == 1
                && draft.listeners().get(0).has("limits")
                && most.word(1)
                        .equals(draft.listeners().get(0).section("limits").find("connections"));
        if (most != null && !alone) {
            draft.differs(
                    most.at(),
                    most.shown(),
                    "a limit of connections is one of each listener, and this one was for all together",
                    "share it among the listeners in limits.connections");
        }
        logs(sections);
        paths.tell(sections);
        sections.forEach(new HaproxyRemainder(draft)::tell);
    }

    /** True for a section that shows HAProxy's statistics and nothing else. */
    private static boolean isPageOfFigures(HaproxySection section) {
        return section.isListening()
                && section.has("stats")
                && !section.has("server")
                && !section.has("use_backend")
                && !section.has("default_backend");
    }

    private static int port(@Nullable HaproxyLine bind) {
        String address = bind == null ? "" : bind.word(1).split(",", 2)[0];
        Integer port = Words.whole(address.substring(EnvironmentReference.lastColon(address) + 1), 1, 65_535);
        return port == null ? 80 : port;
    }

    private void logs(List<HaproxySection> sections) {
        HaproxyLine access = null;
        HaproxyLine target = null;
        for (HaproxySection section : sections) {
            List<HaproxyLine> targets = section.own("log");
            for (HaproxyLine line : targets) {
                target = target == null && !line.word(1).equals("global") ? line : target;
            }
            if (!section.isListening() && !section.type().equals("defaults")) {
                continue;
            }
            HaproxyLine http = section.option("httplog");
            HaproxyLine tcp = section.option("tcplog");
            HaproxyLine one = http == null ? tcp : http;
            access = access == null ? one : access;
        }
        if (access != null) {
            DraftSection log = draft.root().section("log").section("access", access.at());
            log.literal("format", "haproxy", access.at());
        }
        if (target != null) {
            draft.differs(
                    target.at(),
                    target.shown(),
                    "the access log goes to standard output, and events to standard error",
                    "log.access.file and log.file name files; under systemd the journal has both");
        }
    }
}
