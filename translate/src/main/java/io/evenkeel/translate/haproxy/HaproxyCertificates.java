// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files that a {@code bind} names for TLS. The key is in the file of the certificate, or in FILE.key. */
final class HaproxyCertificates {

    private static final int MOST_FILES = 1_000;

    private final Draft draft;
    private final String certificateBase;
    private final String authorityBase;

    HaproxyCertificates(Draft draft, @Nullable HaproxySection global) {
        this.draft = draft;
        this.certificateBase = base(global, "crt-base");
        this.authorityBase = base(global, "ca-base");
    }

    private static String base(@Nullable HaproxySection global, String key) {
        HaproxyLine line = global == null ? null : global.last(key);
        return line == null ? "" : line.word(1);
    }

    /** The path of a certificate as HAProxy finds it. */
    String certificate(String file) {
        return at(certificateBase, file);
    }

    /** The path of an authority's file as HAProxy finds it. */
    String authority(String file) {
        return at(authorityBase, file);
    }

    private static String at(String base, String file) {
        return base.isEmpty() || file.startsWith("/") ? file : Words.withoutEndSlashes(base) + "/" + file;
    }

    void add(HaproxyLine line, DraftSection tls) {
        for (int i = 2; i < line.words().size() - 1; i++) {
            if (line.word(i).equals("crt")) {
                for (String file : files(line, certificate(line.word(i + 1)))) {
                    certificate(line, tls, file);
                }
            } else if (line.word(i).equals("crt-list")) {
                list(line, tls, line.word(i + 1));
            }
        }
        if (!tls.has("certificates")) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    "no certificate of this bind could be read here, so the listener has none",
                    "add tls: {certificates: [{certificate: FILE, key: FILE}]}");
        }
        clients(line, tls);
    }

    private static void certificate(HaproxyLine line, DraftSection tls, String file) {
        DraftSection item = tls.item("certificates", true, line.at());
        item.text("certificate", file);
        item.text("key", isFile(file + ".key") ? file + ".key" : file);
    }

    private static boolean isFile(String file) {
        try {
            return Files.isRegularFile(Path.of(file));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** The file itself, or the certificates of a folder in HAProxy's order. */
    private List<String> files(HaproxyLine line, String path) {
        List<String> found = new ArrayList<>();
        try {
            if (!Files.isDirectory(Path.of(path))) {
                return List.of(path);
            }
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(path))) {
                for (Path each : entries) {
                    boolean beside = each.toString().matches(".*\\.(key|ocsp|issuer|sctl|dh)");
                    if (!beside && Files.isRegularFile(each) && found.size() < MOST_FILES) {
                        found.add(each.toString());
                    }
                }
            }
        } catch (IOException | InvalidPathException e) {
            draft.missing(line.at(), line.shown(), "the folder " + path + " cannot be read", "name its files");
        }
        found.sort(null);
        return found;
    }

    private void list(HaproxyLine line, DraftSection tls, String path) {
        try {
            SourceText text = SourceText.read(Path.of(path));
            for (String each : text.lines()) {
                String[] words = each.strip().split("\\s+", 2);
                if (!words[0].isEmpty() && !words[0].startsWith("#")) {
                    certificate(line, tls, certificate(words[0]));
                }
            }
            draft.differs(
                    line.at(),
                    "crt-list " + path,
                    "a certificate is chosen by the names in it, without the filters and options of the list",
                    "");
        } catch (MalformedFileException | InvalidPathException e) {
            draft.missing(
                    line.at(), "crt-list " + path, "the list cannot be read here", "name the certificates by hand");
        }
    }

    private void clients(HaproxyLine line, DraftSection tls) {
        String verify = line.after("verify");
        if (!verify.equals("required") && !verify.equals("optional")) {
            return;
        }
        DraftSection clients = tls.section("clients", line.at());
        clients.literal("verify", verify, line.at());
        if (!line.after("ca-file").isEmpty()) {
            clients.text("ca", authority(line.after("ca-file")), line.at());
        }
        if (!line.after("crl-file").isEmpty()) {
            clients.text("crl", authority(line.after("crl-file")), line.at());
        }
    }
}
