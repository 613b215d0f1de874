// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OptionTitle;
import io.evenkeel.load.Benchmark;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.PageMix;
import io.evenkeel.load.SurgeSizes;
import io.evenkeel.load.TradeMixes;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.file.FileNames;
import io.evenkeel.load.file.LoadFileException;
import io.evenkeel.load.file.MixFile;
import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.file.TextFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for a user's requests and behaviour. */
@OptionTitle("Requests and users' behaviour")
final class PageOptions {

    @Option(names = "-X", paramLabel = "METHOD", description = "Method (default: GET, or POST with -d).")
    private @Nullable String method;

    @Option(names = "-H", paramLabel = "'NAME: VALUE'", description = "A header line; may be given several times.")
    private List<String> fields = List.of();

    @Option(names = "-d", paramLabel = "BODY", description = "A body, or @FILE.")
    private @Nullable String body;

    @Option(names = "--close", description = "A new connection for each request.")
    private boolean isClosing;

    @Option(
            names = "--mix",
            paramLabel = "MIX",
            description =
                    "Visit pages: browse, buy, daytrader, or the benchmarks auction (RUBiS), shop (SPECweb2005) and "
                            + "surge (SURGE's files) on the sample application, whose root the URL is, or a YAML file with states.")
    private @Nullable String mix;

    @Option(
            names = "--files",
            paramLabel = "DIR|LIST|N",
            description =
                    "Ask for files, by Zipf's law: those in a folder, in a list, the most popular first, or named 1 to N. "
                            + "{file} in the URL stands for the name; without it the name is appended.")
    private @Nullable String files;

    @Option(
            names = "--popularity",
            paramLabel = "EXPONENT",
            defaultValue = "1.0",
            description = "Zipf's exponent; 0 makes all files equal (default: ${DEFAULT-VALUE}).")
    private double popularity = 1;

    @Option(
            names = "--sizes",
            paramLabel = "CHANCE",
            converter = ChanceReader.class,
            description =
                    "Sizes in bytes for {size} in the URL, one for each file: surge, 'pareto(1.1, 20000, 1000)', …")
    private @Nullable Distribution sizes;

    @Option(
            names = "--think",
            paramLabel = "CHANCE",
            converter = ChanceReader.class,
            description =
                    "Time between an answer and the next request: none, 2s, 'exponential(2s)', 'pareto(1.4, 5s)', … "
                            + "(default: none; auction, shop and surge have their own).")
    private @Nullable Distribution think;

    @Option(
            names = "--session",
            paramLabel = "CHANCE",
            converter = ChanceReader.class,
            description =
                    "Operations until a user leaves and another one comes, without cookies and on a new connection: 10, "
                            + "'geometric(10)', 'inverse-gaussian(10, 0.8)' (mean, variation), … (default: sessions do not end).")
    private @Nullable Distribution session;

    @Option(
            names = "--on-failure",
            paramLabel = "WHAT",
            defaultValue = "go-on",
            converter = OnFailureReader.class,
            description =
                    "What a user does after a failure: go-on, retry, new-session or stop (default: ${DEFAULT-VALUE}).")
    private OnFailure onFailure = OnFailure.GO_ON;

    @Option(
            names = "--pause",
            paramLabel = "TIME",
            defaultValue = "10ms",
            description =
                    "Shortest time between a failure and the same user's next request (default: ${DEFAULT-VALUE}).")
    private Duration pause = Duration.ofMillis(10);

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "Limit for a request as a whole, connecting included (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofSeconds(10);

    @Option(
            names = "--node-header",
            paramLabel = "NAME",
            defaultValue = UserBehaviour.NODE_FIELD,
            description = "The field of an answer that names the node (default: ${DEFAULT-VALUE}).")
    private String nodeField = UserBehaviour.NODE_FIELD;

    @Option(
            names = "--session-cookie",
            paramLabel = "NAME",
            defaultValue = UserBehaviour.SESSION_COOKIE,
            description = "The cookie that names a session: where the server replaces the one that a user sent, the "
                    + "session is broken (default: ${DEFAULT-VALUE}).")
    private String sessionCookie = UserBehaviour.SESSION_COOKIE;

    UserBehaviour work(String url, long seed) {
        try {
            Benchmark benchmark = benchmark();
            UserRequests pages = pages(url, seed);
            return UserBehaviour.of(pages)
                    .thinking(think != null ? think : benchmark == null ? Distribution.parse("0") : benchmark.thinkMs())
                    .inSessions(session != null || benchmark == null ? session : benchmark.session())
                    .onFailure(onFailure, pause)
                    .within(timeout)
                    .namedBy(nodeField)
                    .naming(sessionCookie);
        } catch (LoadFileException | IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private UserRequests pages(String text, long seed) throws LoadFileException {
        String url = text.contains("://") ? text : "http://" + text;
        if (!url.startsWith("http://") && !url.startsWith("https://")) {
            throw usage("the load speaks http and https: write http://host:port/path, not " + text);
        }
        boolean isPlain = mix == null && files == null && sizes == null;
        if (!isPlain && (method != null || body != null || !fields.isEmpty() || isClosing)) {
            throw usage("-X, -H, -d and --close belong to one URL, not to --mix or --files");
        }
        if (mix != null && (files != null || sizes != null)) {
            throw usage("--mix and --files exclude each other");
        }
        Benchmark benchmark = benchmark();
        if (benchmark != null) {
            return benchmark.pages(uri(url.replaceFirst("/+$", "")));
        }
        if (mix != null) {
            return new UserRequests.Walk(uri(url.replaceFirst("/+$", "")), mix(mix));
        }
        return isPlain ? one(url) : files(url, seed);
    }

    private @Nullable Benchmark benchmark() {
        return mix == null ? null : Benchmark.find(mix).orElse(null);
    }

    private UserRequests.One one(String url) throws LoadFileException {
        for (String field : fields) {
            if (!field.matches("[!-9;-~]+:[^\\r\\n]*")) {
                throw usage("-H takes 'Name: value', not '" + field + "'");
            }
        }
        String given = body;
        String how = method != null ? method : given == null ? "GET" : "POST";
        if (!how.matches("[A-Z]+")) {
            throw usage("-X takes a method in capitals, not '" + how + "'");
        }
        return new UserRequests.One(uri(url), how, fields, given == null ? "" : body(given), !isClosing);
    }

    private static String body(String given) throws LoadFileException {
        if (!given.startsWith("@")) {
            return given;
        }
        try {
            return TextFile.read(Path.of(given.substring(1)));
        } catch (IOException e) {
            throw usage("cannot read the body " + given.substring(1) + ": " + e.getMessage());
        }
    }

    private UserRequests.Files files(String url, long seed) throws LoadFileException {
        String from = files == null ? "1000" : files;
        String template =
                url.contains("{file}") || url.contains("{size}") ? url : url.replaceFirst("/*$", "/") + "{file}";
        boolean wantsSize = template.contains("{size}");
        if (!wantsSize && sizes != null) {
            throw usage("--sizes needs {size} in the URL");
        }
        List<String> names = FileNames.read(from, seed);
        Distribution ranks = Distribution.parse("zipf(%s, %d)".formatted(popularity, names.size()));
        Distribution drawn = sizes == null ? new SurgeSizes() : sizes;
        return new UserRequests.Files(
                uri(template.replace("{file}", "file").replace("{size}", "1")),
                template,
                names,
                ranks,
                wantsSize ? drawn : null);
    }

    private static PageMix mix(String name) throws LoadFileException {
        PageMix known = TradeMixes.ALL.get(name);
        if (known != null) {
            return known;
        }
        if (!Files.exists(Path.of(name))) {
            throw usage("there is no mix '" + name + "': it is auction, browse, buy, daytrader, shop, surge or a file");
        }
        return MixFile.read(Path.of(name));
    }

    private static URI uri(String url) {
        URI uri = URI.create(url);
        if (uri.getHost() == null) {
            throw usage("no host in '" + url + "'; write http://host:port/path");
        }
        return uri;
    }

    static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }
}
