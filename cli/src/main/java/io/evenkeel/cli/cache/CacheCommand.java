// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.cache;

import io.evenkeel.cli.remote.RemoteOption;
import io.evenkeel.cli.terminal.MissingCommand;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code evenkeel cache}: what the cache of a running dispatcher did and holds, and orders to forget answers. */
@Command(
        name = "cache",
        description = "Show what the cache of a running dispatcher did, or have it forget answers.",
        mixinStandardHelpOptions = true,
        footer = {"", "What it would do with a request: 'explain --url URL'."})
public final class CacheCommand implements Runnable {

    private static final double BYTES_PER_KB = 1 << 10;
    private static final double BYTES_PER_MB = 1 << 20;
    private static final Pattern URL = Pattern.compile("(?i)https?://[^/].*");

    @Spec
    private CommandSpec spec;

    /** Without a command: lists the commands. */
    @Override
    public void run() {
        throw MissingCommand.of(spec, "Do what with the cache?");
    }

    @Command(
            description = "Requests by what became of them, hit rate and memory, since the start.",
            mixinStandardHelpOptions = true)
    void show(@Mixin RemoteOption remote, @Mixin OutputOption output) {
        PrintWriter out = spec.commandLine().getOut();
        JsonNode view = remote.connect().get("/api/v1/cache");
        boolean used = view.path("used").asBoolean(false);
        if (output.format() == OutputFormat.JSON) {
            out.println(view);
        } else if (!used && output.format() == OutputFormat.TABLE) {
            out.println("nothing yet: no request has come to a route with a cache since the start");
        } else {
            results(view).print(out, output.format());
            if (output.format() == OutputFormat.TABLE) {
                memory(view, out);
            }
        }
        out.flush();
    }

    private static Rows results(JsonNode view) {
        Rows rows = new Rows("result", "requests", "share");
        String[] names = {"hit", "stale", "collapsed", "revalidated", "miss", "bypass"};
        String[] keys = {"hits", "stale", "collapsed", "revalidated", "misses", "bypassed"};
        double all = 0;
        for (String key : keys) {
            all += view.path(key).asLong(0);
        }
        for (int k = 0; k < keys.length; k++) {
            long count = view.path(keys[k]).asLong(0);
            rows.add(names[k], count, all == 0 ? null : (Object) share(count / all));
        }
        return rows;
    }

    private static void memory(JsonNode view, PrintWriter out) {
        out.println();
        if (view.path("hitShare").isNumber()) {
            out.printf(
                    "hit rate %s: answered without a node; %s sent from the cache%n",
                    share(view.path("hitShare").asDouble(0)), sizeText(view.path("sentBytes")));
        }
        out.printf(
                "memory: %s of %s taken, about %s; %s stored, %d URLs made room, %d forgotten%n",
                sizeText(view.path("takenBytes")),
                sizeText(view.path("memoryBytes")),
                counted(view.path("urls").asLong(0), "URL"),
                counted(view.path("stored").asLong(0), "answer"),
                view.path("evicted").asLong(0),
                view.path("invalidated").asLong(0));
        double fetchMs = view.path("fetchMs").asDouble(0);
        double unpackMs = view.path("unpackMs").asDouble(0);
        long hits = view.path("packedHits").asLong(0);
        String saves = hits == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; each saved %.1f ms: %.1f ms to fetch less %.1f ms to unpack",
                        Math.max(0, fetchMs - unpackMs),
                        fetchMs,
                        unpackMs);
        out.printf(
                "packed: %s, at most %s of the memory; %s%s%n",
                sizeText(view.path("packedBytes")),
                share(view.path("packedShare").asDouble(0)),
                counted(hits, "hit"),
                saves);
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    private static String sizeText(JsonNode bytes) {
        long count = bytes.asLong(0);
        if (count == 0) {
            return "0 kB";
        }
        return count < BYTES_PER_MB / 10
                ? String.format(Locale.ROOT, "%.1f kB", Math.max(0.1, count / BYTES_PER_KB))
                : String.format(Locale.ROOT, "%.1f MB", count / BYTES_PER_MB);
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    @Command(
            description = "Forget stored answers; nodes are asked the next time.",
            mixinStandardHelpOptions = true,
            footer = {"", "One of URL, --prefix, --tag and --all. Prints the number of URLs."})
    void purge(
            @Mixin RemoteOption remote,
            @Mixin OutputOption output,
            @Parameters(
                            index = "0",
                            arity = "0..1",
                            paramLabel = "URL",
                            description = "All answers of this URL, such as https://shop.example.org/a?b.")
                    @Nullable
                    String url,
            @Option(names = "--prefix", paramLabel = "URL", description = "All answers of URLs that begin so.")
                    @Nullable
                    String prefix,
            @Option(
                            names = "--tag",
                            paramLabel = "TAG",
                            description = "All answers with this word in Cache-Tag or Surrogate-Key.")
                    @Nullable
                    String tag,
            @Option(names = "--all", description = "All answers: nodes get every request until some are stored again.")
                    boolean all) {
        Map<String, String> given = new TreeMap<>();
        put(given, "url", url);
        put(given, "prefix", prefix);
        put(given, "tag", tag);
        if (given.size() + (all ? 1 : 0) != 1) {
            throw new ParameterException(spec.commandLine(), "forget what? Give one of URL, --prefix, --tag and --all");
        }
        requireUrl(url);
        requireUrl(prefix);
        ObjectNode body = JsonMapper.shared().createObjectNode();
        given.forEach(body::put);
        if (all) {
            body.put("all", true);
        }
        JsonNode answer = remote.connect().post("/api/v1/cache/purge", body);
        new Rows("purged")
                .add(answer.path("purged").asLong(0))
                .print(spec.commandLine().getOut(), output.format());
    }

    /** Refuses what is none in the words of this command: the API's own remedy is for those who write JSON. */
    private void requireUrl(@Nullable String given) {
        if (given != null && !URL.matcher(given).matches()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'" + given + "' is not a URL; write one as clients do, such as https://shop.example.org/a");
        }
    }

    private static void put(Map<String, String> given, String name, @Nullable String value) {
        if (value != null) {
            given.put(name, value);
        }
    }
}
