// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.evenkeel.admin.entrance.StaticFiles.StaticFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The static files of the console, out of the program's jar; nothing comes from another server. Their addresses change
 * with their content, so that browsers may keep them for ever. Read on first use. Any thread.
 */
public final class Assets {

    public static final String PATH = "/static/";

    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("charts.css", STYLE),
            Map.entry("charts.js", SCRIPT),
            Map.entry("config.js", SCRIPT),
            Map.entry("console.css", STYLE),
            Map.entry("console.js", SCRIPT),
            Map.entry("decisions.js", SCRIPT),
            Map.entry("echarts.min.js", SCRIPT),
            Map.entry("htmx.min.js", SCRIPT),
            Map.entry("icon.svg", "image/svg+xml"),
            Map.entry("news.js", SCRIPT),
            Map.entry("overview.js", SCRIPT));

    private final Map<String, byte[]> read = new ConcurrentHashMap<>();

    /** The address of a file. */
    String address(String name) {
        CRC32 sum = new CRC32();
        sum.update(content(name));
        return PATH + name + "?v=" + Long.toHexString(sum.getValue());
    }

    /** The file of that name; null when there is none. */
    public @Nullable StaticFile file(String name) {
        String type = TYPES.get(name);
        return type == null ? null : new StaticFile(type, ByteBuffer.wrap(content(name)));
    }

    private byte[] content(String name) {
        return read.computeIfAbsent(name, Assets::load);
    }

    private static byte[] load(String name) {
        try (InputStream in = Assets.class.getResourceAsStream("/console/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the program has no file " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
