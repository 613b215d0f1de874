// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.file;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.YamlText;
import io.evenkeel.config.schema.hint.Suggestion;
import io.evenkeel.config.yaml.TextPlace;
import io.evenkeel.load.PageMix;
import io.evenkeel.load.PageMix.MixState;
import io.evenkeel.load.PageMix.ThrownOut;
import io.evenkeel.load.TradeOperation;
import io.evenkeel.simulator.file.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a mix of pages out of a YAML file.
 *
 * <pre>{@code
 * start: home                       # the state a session begins in
 * thrown-out: {redirect: /login}    # an answer that says that the session is lost
 * states:
 *   home: {next: {quote: 0.7, cart: 0.3}}
 *   quote: {next: {quote: 50%, home: 50%}}
 *   cart: {page: GET /cart?x=1, next: {home: 1}}
 *   login: {page: POST /login?name=joe, login: true, next: {home: 1}}
 * }</pre>
 *
 * <p>A state's page is an operation of the sample application, or method and path; without one its name is the
 * operation.
 */
public final class MixFile {

    private static final Pattern REQUEST = Pattern.compile("[A-Z]+ /\\S*");

    private static final Section STATE = Section.of(
            "the state",
            Key.optional("page", ScalarTypes.TEXT, "The page; the operation of the state's name when it is absent."),
            Key.optional(
                    "next",
                    Section.of("next").withOthers(ScalarTypes.SHARE),
                    "The states that follow, each with the share of sessions that go there."),
            Key.of(
                    "login",
                    ScalarTypes.TRUTH,
                    "false",
                    "True for a page that logs in: a new session cookie in its answer breaks no session."));

    private static final Section THROWN_OUT = Section.of(
            "thrown-out",
            Key.optional("redirect", ScalarTypes.TEXT, "End of the path that such an answer redirects to."),
            Key.optional("text", ScalarTypes.TEXT, "Text that such a page contains."));

    private static final Section MIX = Section.of(
            "the mix",
            Key.optional("start", ScalarTypes.TEXT, "The state a session begins in; the first when it is absent."),
            Key.optional("thrown-out", THROWN_OUT, "The sign of an answer that throws a user out of the session."),
            Key.optional("states", new NamedValues(STATE, ScalarTypes.TEXT), "The states by name."));

    private final String name;
    private final YamlText text;

    private MixFile(String name, YamlText text) {
        this.name = name;
        this.text = text;
    }

    public static PageMix read(Path file) throws LoadFileException {
        String name = file.toString();
        try {
            YamlText text = YamlText.read(name, TextFile.read(file), MIX);
            return new MixFile(name, text).mix(String.valueOf(file.getFileName()));
        } catch (IOException e) {
            throw new LoadFileException("cannot read the mix " + file + ": " + e.getMessage());
        } catch (SettingsException e) {
            throw new LoadFileException(YamlText.inWords(name, e));
        }
    }

    private PageMix mix(String title) throws LoadFileException {
        ParsedSection mix = text.root();
        ParsedSection states = mix.block("states");
        if (states == null) {
            throw wrong(
                    mix.place(), "a mix needs 'states'", "such as states: {home: {next: {quote: 0.7, buy: 0.3}}, …}");
        }
        List<String> names = List.copyOf(states.given());
        String given = mix.find("start", String.class);
        int start = given == null ? 0 : index(given, names, mix.placeOf("start"));
        List<MixState> list = new ArrayList<>();
        for (String each : names) {
            list.add(state(each, states.value(each, ParsedSection.class), names));
        }
        try {
            return new PageMix(title, list, start, thrownOut(mix));
        } catch (IllegalArgumentException e) {
            throw wrong(mix.placeOf("states"), String.valueOf(e.getMessage()), null);
        }
    }

    private @Nullable ThrownOut thrownOut(ParsedSection mix) throws LoadFileException {
        ParsedSection sign = mix.block("thrown-out");
        if (sign == null) {
            return null;
        }
        String redirect = sign.find("redirect", String.class);
        String page = sign.find("text", String.class);
        if (redirect == null && page == null) {
            throw wrong(
                    sign.place(), "'thrown-out' needs 'redirect' or 'text'", "such as thrown-out: {redirect: /login}");
        }
        return new ThrownOut(redirect == null ? "" : redirect, page == null ? "" : page);
    }

    private MixState state(String state, ParsedSection at, List<String> names) throws LoadFileException {
        ParsedSection next = at.block("next");
        if (next == null) {
            throw wrong(at.place(), "state '" + state + "' needs 'next'", "such as next: {quote: 0.7, buy: 0.3}");
        }
        String given = at.find("page", String.class);
        String page = given == null ? state : given;
        if (TradeOperation.named(page).isEmpty() && !REQUEST.matcher(page).matches()) {
            String operations = Arrays.stream(TradeOperation.values())
                    .map(TradeOperation::toString)
                    .collect(Collectors.joining(", "));
            throw wrong(
                    at.placeOf("page"),
                    "'" + page + "' is neither method and path nor an operation of the sample application",
                    "write page: GET /cart, or one of " + operations);
        }
        Double[] shares = new Double[names.size()];
        Arrays.fill(shares, 0.0);
        double sum = 0;
        for (String to : next.given()) {
            double share = next.value(to, Double.class);
            shares[index(to, names, next.keyPlace(to))] = share;
            sum += share;
        }
        if (Math.abs(sum - 1) > 0.005) {
            throw wrong(
                    at.placeOf("next"),
                    "the shares after '%s' add up to %.4g and not to 1".formatted(state, sum),
                    null);
        }
        return new MixState(state, page, List.of(shares), at.value("login", Boolean.class));
    }

    private int index(String state, List<String> names, TextPlace place) throws LoadFileException {
        int index = names.indexOf(state);
        if (index < 0) {
            String near = Suggestion.to(state, names);
            throw wrong(
                    place,
                    "there is no state '" + state + "'",
                    near == null ? "there are " + String.join(", ", names) : "did you mean '" + near + "'?");
        }
        return index;
    }

    private LoadFileException wrong(TextPlace place, String message, @Nullable String hint) {
        return new LoadFileException(YamlText.inWords(name, text.wrong(place, message, hint)));
    }
}
