// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.file;

import io.evenkeel.load.PageMix;
import io.evenkeel.load.PageMix.State;
import io.evenkeel.load.TradeOperation;
import io.evenkeel.simulator.file.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads a mix of pages out of a YAML file.
 *
 * <pre>{@code
 * start: home                       # the state a session begins in
 * states:
 *   home: {next: {quote: 0.7, cart: 0.3}}
 *   quote: {next: {quote: 0.5, home: 0.5}}
 *   cart: {page: GET /cart?x=1, next: {home: 1}}
 * }</pre>
 *
 * <p>A state's page is an operation of the sample application, or method and path; without one its name is the
 * operation.
 */
public final class MixFile {

    private static final Pattern REQUEST = Pattern.compile("[A-Z]+ /\\S*");

    private final Path file;
    private final Map<?, ?> states;

    private MixFile(Path file, Map<?, ?> states) {
        this.file = file;
        this.states = states;
    }

    public static PageMix read(Path file) throws LoadFileException {
        Object root;
        try {
            String text = TextFile.read(file);
            root = new Load(LoadSettings.builder()
                            .setLabel(file.toString())
                            .setAllowDuplicateKeys(false)
                            .setBufferSize(text.length() + 2) // the parser fails on a surrogate pair at a buffer's end
                            .build())
                    .loadFromString(text);
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    .map(mark -> ":%d:%d".formatted(mark.getLine() + 1, mark.getColumn() + 1))
                    .orElse("");
            throw new LoadFileException("%s%s: %s".formatted(file, place, e.getProblem()));
        } catch (YamlEngineException | IOException e) {
            throw new LoadFileException("cannot read the mix " + file + ": " + e.getMessage());
        }
        if (!(root instanceof Map<?, ?> mix) || !(mix.get("states") instanceof Map<?, ?> states) || states.isEmpty()) {
            throw new LoadFileException(
                    file + ": a mix needs 'states', such as {home: {next: {quote: 0.7, buy: 0.3}}, ...}");
        }
        return new MixFile(file, states).mix(mix);
    }

    private PageMix mix(Map<?, ?> root) throws LoadFileException {
        onlyKeys("the mix", root, Set.of("start", "states"));
        List<String> names = states.keySet().stream().map(String::valueOf).toList();
        List<State> list = new ArrayList<>();
        for (Map.Entry<?, ?> entry : states.entrySet()) {
            list.add(state(String.valueOf(entry.getKey()), entry.getValue(), names));
        }
        Object given = root.get("start");
        String start = given == null ? names.get(0) : given.toString();
        if (!names.contains(start)) {
            throw new LoadFileException(
                    "%s: start: there is no state '%s'; there are %s".formatted(file, start, String.join(", ", names)));
        }
        try {
            return new PageMix(String.valueOf(file.getFileName()), list, names.indexOf(start));
        } catch (IllegalArgumentException e) {
            throw new LoadFileException(file + ": " + e.getMessage());
        }
    }

    private State state(String name, @Nullable Object value, List<String> names) throws LoadFileException {
        String place = "states." + name;
        if (!(value instanceof Map<?, ?> node) || !(node.get("next") instanceof Map<?, ?> next)) {
            throw new LoadFileException("%s: %s: needs 'next', such as {quote: 0.7, buy: 0.3}".formatted(file, place));
        }
        onlyKeys(place, node, Set.of("page", "next"));
        Object given = node.get("page");
        String page = given == null ? name : given.toString();
        if (TradeOperation.named(page).isEmpty() && !REQUEST.matcher(page).matches()) {
            throw new LoadFileException("%s: %s.page: '%s' is neither method and path, such as GET /cart, nor one of %s"
                    .formatted(
                            file,
                            place,
                            page,
                            Arrays.stream(TradeOperation.values())
                                    .map(TradeOperation::toString)
                                    .collect(Collectors.joining(", "))));
        }
        Double[] shares = new Double[names.size()];
        Arrays.fill(shares, 0.0);
        double sum = 0;
        for (Map.Entry<?, ?> entry : next.entrySet()) {
            int index = names.indexOf(String.valueOf(entry.getKey()));
            if (index < 0) {
                throw new LoadFileException("%s: %s.next: there is no state '%s'; there are %s"
                        .formatted(file, place, entry.getKey(), String.join(", ", names)));
            }
            if (!(entry.getValue() instanceof Number share) || share.doubleValue() < 0) {
                throw new LoadFileException(
                        "%s: %s.next.%s: a share is a number of 0 or more".formatted(file, place, entry.getKey()));
            }
            shares[index] = share.doubleValue();
            sum += share.doubleValue();
        }
        if (Math.abs(sum - 1) > 0.005) {
            throw new LoadFileException(
                    "%s: %s.next: the shares add up to %.4g and not to 1".formatted(file, place, sum));
        }
        return new State(name, page, List.of(shares));
    }

    private void onlyKeys(String place, Map<?, ?> node, Set<String> known) throws LoadFileException {
        for (Object key : node.keySet()) {
            if (!known.contains(String.valueOf(key))) {
                throw new LoadFileException("%s: %s: unknown key '%s'; there are %s"
                        .formatted(file, place, key, known.stream().sorted().collect(Collectors.joining(", "))));
            }
        }
    }
}
