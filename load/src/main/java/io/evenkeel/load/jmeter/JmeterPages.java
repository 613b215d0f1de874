// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.jmeter;

import io.evenkeel.load.PageMix;
import io.evenkeel.load.TradeOperation;
import io.evenkeel.load.UserRequests;
import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The requests of a test plan. */
final class JmeterPages {

    private static final int SYMBOLS = 99;
    private static final int MOST_FILES = 2000;

    private final Jmx place;
    private final List<String> notes;
    private final long seed;

    JmeterPages(Jmx place, List<String> notes, long seed) {
        this.place = place;
        this.notes = notes;
        this.seed = seed;
    }

    /**
     * Adds the requests of pages.
     *
     * @param thinkMs the delay before each operation as JMeter writes it; empty for none
     */
    void add(UserRequests pages, String thinkMs) {
        if (pages instanceof UserRequests.One one) {
            one(one, thinkMs);
        } else if (pages instanceof UserRequests.Files files) {
            files(files, thinkMs);
        } else if (pages instanceof UserRequests.Walk walk) {
            walk(walk, thinkMs);
        } else if (pages instanceof UserRequests.States states) {
            throw new IllegalArgumentException("a plan for JMeter cannot express the mix "
                    + states.mix().name() + ": leave out --jmeter, or take --mix daytrader");
        }
    }

    private void one(UserRequests.One one, String thinkMs) {
        Jmx.PlanElement sampler = request(place, one.method(), target(one.root()), Map.of())
                .is("HTTPSampler.use_keepalive", one.keepsAlive());
        if (!one.body().isEmpty()) {
            sampler.is("HTTPSampler.postBodyRaw", true);
            Jmx.PlanElement body = sampler.part("HTTPsampler.Arguments", "Arguments")
                    .list("Arguments.arguments")
                    .part("", "HTTPArgument");
            body.is("HTTPArgument.always_encode", false)
                    .text("Argument.value", one.body())
                    .text("Argument.metadata", "=");
        }
        if (!one.fields().isEmpty()) {
            Jmx.PlanElement fields = sampler.inside()
                    .add("HeaderManager", "HeaderPanel", "fields")
                    .list("HeaderManager.headers");
            for (String field : one.fields()) {
                int colon = field.indexOf(':');
                fields.part("", "Header")
                        .text("Header.name", field.substring(0, colon))
                        .text("Header.value", field.substring(colon + 1).strip());
            }
        }
        think(sampler.inside(), thinkMs);
    }

    private static String target(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    /** The files' targets stand in the script with the shares that the popularity gives them. */
    private void files(UserRequests.Files files, String thinkMs) {
        int count = Math.min(MOST_FILES, files.names().size());
        if (count < files.names().size()) {
            notes.add("Only the " + count + " most popular files are in the plan.");
        }
        int[] drawn = new int[count];
        SplittableRandom random = new SplittableRandom(seed);
        Distribution sizes = files.sizes();
        String targets = IntStream.range(0, count)
                .mapToObj(i -> {
                    String url =
                            files.template().replace("{file}", files.names().get(i));
                    if (sizes != null) {
                        url = url.replace("{size}", Long.toString(Math.max(1, Math.round(sizes.sample(random)))));
                    }
                    return "'" + target(URI.create(url)) + "'";
                })
                .collect(Collectors.joining(","));
        for (int i = 0; i < 100 * count; i++) {
            drawn[
                    (int) Math.min(
                                    count,
                                    Math.max(1, Math.round(files.popularity().sample(random))))
                            - 1]++;
        }
        String shares = IntStream.of(drawn).mapToObj(Integer::toString).collect(Collectors.joining(","));
        script("draw a file", """
                def targets = [%s]
                def shares = [%s]
                def left = Math.random() * %d
                def i = 0
                while (i < shares.size() - 1 && (left -= shares[i]) >= 0) i++
                vars.put('target', targets[i])
                """.formatted(targets, shares, 100 * count));
        think(request(place, "GET", "${target}", Map.of()).inside(), thinkMs);
    }

    private void walk(UserRequests.Walk walk, String thinkMs) {
        PageMix mix = walk.mix();
        String root = walk.root().getRawPath() == null ? "" : walk.root().getRawPath();
        boolean isTrade = mix.states().stream()
                .anyMatch(state -> TradeOperation.named(state.page()).isPresent());
        if (isTrade) {
            Jmx once = place.add("OnceOnlyController", "OnceOnlyControllerGui", "come")
                    .inside();
            login(once, root);
        }
        script("next page", """
                def next = [%s]
                def page = vars.get('page')
                def shares = next[page]
                def left = Math.random()
                vars.put('page', page == null ? '%s' : (shares.find { (left -= it.value) < 0 } ?: shares.entrySet().last()).key)
                """.formatted(
                        transitions(mix), mix.states().get(mix.start()).name()));
        Jmx pages = place.add("SwitchController", "SwitchControllerGui", "page")
                .text("SwitchController.value", "${page}")
                .inside();
        for (PageMix.MixState state : mix.states()) {
            Jmx steps = pages.add("GenericController", "LogicControllerGui", state.name())
                    .inside();
            Optional<TradeOperation> operation = TradeOperation.named(state.page());
            if (operation.isPresent()) {
                operation(steps, operation.get(), root, thinkMs);
            } else {
                String[] words = state.page().split(" ", 2);
                think(request(steps, words[0], root + words[1], Map.of()).inside(), thinkMs);
            }
        }
    }

    private static String transitions(PageMix mix) {
        return mix.states().stream()
                .map(state -> "'%s': [%s]"
                        .formatted(
                                state.name(),
                                IntStream.range(0, mix.states().size())
                                        .filter(i -> state.next().get(i) > 0)
                                        .mapToObj(i -> "'%s': %sd"
                                                .formatted(mix.states().get(i).name(), share(state, i)))
                                        .collect(Collectors.joining(", "))))
                .collect(Collectors.joining(",\n  "));
    }

    private static String share(PageMix.MixState state, int index) {
        double sum = state.next().stream().mapToDouble(Double::doubleValue).sum();
        return JmeterPlan.number(state.next().get(index) / sum);
    }

    private static void login(Jmx steps, String root) {
        isPage(request(steps, "POST", root + "/login", Map.of("name", "uid:${__Random(0,199)}", "password", "xxx")));
    }

    private static void operation(Jmx steps, TradeOperation operation, String root, String thinkMs) {
        String symbol = "s:${__Random(0," + SYMBOLS + ")}";
        Jmx.PlanElement first = switch (operation) {
            case HOME -> request(steps, "GET", root + "/home", Map.of());
            case QUOTE -> request(steps, "GET", root + "/quotes?symbols=" + symbol, Map.of());
            case ACCOUNT -> request(steps, "GET", root + "/account", Map.of());
            case PORTFOLIO, SELL -> request(steps, "GET", root + "/portfolio", Map.of());
            case LOGOUT -> request(steps, "POST", root + "/logout", Map.of());
            case BUY -> request(steps, "POST", root + "/buy", Map.of("symbol", symbol, "quantity", "${__Random(1,5)}"));
            case UPDATE_PROFILE ->
                request(steps, "POST", root + "/account", Map.of("fullName", "Visitor", "email", "new@example.org"));
            case REGISTER -> request(steps, "POST", root + "/register", register());
        };
        think(first.inside(), thinkMs);
        if (operation == TradeOperation.LOGOUT) {
            login(steps, root);
        } else {
            isPage(first);
        }
        if (operation == TradeOperation.SELL) {
            first.inside()
                    .add("RegexExtractor", "RegexExtractorGui", "a holding")
                    .text("RegexExtractor.useHeaders", "false")
                    .text("RegexExtractor.refname", "holding")
                    .text("RegexExtractor.regex", "name=\"holding\" value=\"(\\d+)\"")
                    .text("RegexExtractor.template", "$1$")
                    .text("RegexExtractor.default", "none")
                    .text("RegexExtractor.match_number", "0");
            Jmx owner = steps.add("IfController", "IfControllerPanel", "has one")
                    .text("IfController.condition", "${__groovy(vars.get('holding') != 'none')}")
                    .is("IfController.evaluateAll", false)
                    .is("IfController.useExpression", true)
                    .inside();
            request(owner, "POST", root + "/sell", Map.of("holding", "${holding}"));
        }
    }

    private static Map<String, String> register() {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("name", "visitor-${__UUID}");
        form.put("password", "secret");
        form.put("fullName", "A visitor");
        form.put("email", "visitor@example.org");
        return form;
    }

    private static Jmx.PlanElement request(Jmx place, String method, String path, Map<String, String> form) {
        Jmx.PlanElement sampler = place.add("HTTPSamplerProxy", "HttpTestSampleGui", method + " " + path)
                .text("HTTPSampler.path", path)
                .text("HTTPSampler.method", method)
                .is("HTTPSampler.follow_redirects", true)
                .is("HTTPSampler.auto_redirects", false);
        if (!form.isEmpty()) {
            Jmx.PlanElement arguments = sampler.is("HTTPSampler.use_keepalive", true)
                    .part("HTTPsampler.Arguments", "Arguments")
                    .list("Arguments.arguments");
            form.forEach((name, value) -> arguments
                    .part(name, "HTTPArgument")
                    .is("HTTPArgument.always_encode", true)
                    .text("Argument.name", name)
                    .text("Argument.value", value)
                    .text("Argument.metadata", "=")
                    .is("HTTPArgument.use_equals", true));
        }
        return sampler;
    }

    private static void isPage(Jmx.PlanElement sampler) {
        sampler.inside()
                .add("ResponseAssertion", "AssertionGui", "a whole page of a visitor")
                .text("Assertion.test_field", "Assertion.response_data")
                .is("Assertion.assume_success", false)
                .number("Assertion.test_type", 2)
                .list("Asserion.test_strings")
                .text("page", "<body data-user=\"");
    }

    private static void think(Jmx request, String thinkMs) {
        if (!thinkMs.isEmpty()) {
            request.add("ConstantTimer", "ConstantTimerGui", "think").text("ConstantTimer.delay", thinkMs);
        }
    }

    private void script(String name, String text) {
        place.add("JSR223Sampler", "TestBeanGUI", name)
                .text("scriptLanguage", "groovy")
                .text("cacheKey", "true")
                .text("script", text + "SampleResult.setIgnore()\n");
    }
}
