// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.Finish;
import io.evenkeel.translate.haproxy.HaproxyTranslation;
import io.evenkeel.translate.httpd.HttpdTranslation;
import io.evenkeel.translate.nginx.NginxTranslation;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceLine;
import io.evenkeel.translate.source.SourceText;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Translates configurations. Reads the file and those that it includes; nothing is started, asked or written. */
public final class Translator {

    private Translator() {}

    /**
     * The file as a configuration of Evenkeel.
     *
     * @param peer the product; null to tell it by the file's content
     * @throws MalformedFileException for a file that is not one of the product
     */
    public static Translation translate(Path file, @Nullable Peer peer) throws MalformedFileException {
        SourceText text = SourceText.read(file);
        Peer known = peer == null ? Peer.of(text) : peer;
        if (known == null) {
            throw new MalformedFileException(
                    new SourceLine(file, 0),
                    "this looks like no configuration of HAProxy, nginx or httpd; say what it is with --from");
        }
        Draft draft = new Draft();
        switch (known) {
            case HAPROXY -> new HaproxyTranslation(draft).translate(text);
            case NGINX -> new NginxTranslation(draft).translate(text);
            case HTTPD -> new HttpdTranslation(draft).translate(text);
        }
        String yaml = new Finish(draft, file).text(known.title());
        return new Translation(known, yaml, draft.leftovers());
    }
}
