// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.simulator.chance.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A mix of pages of a published benchmark, with the end of a session and the way back among what may follow a page.
 *
 * <p>Unlike a {@link PageMix} it ends sessions itself, knows the time that its users think, and its pages have embedded
 * files. A page is a template: <code>{name:20}</code> stands for a number from 0 to 19, drawn for each request.
 *
 * @param source of the figures
 * @param states the first is where a session begins
 * @param thinkMs time between a page and the next, ms
 */
public record StateMix(String name, String source, List<PageState> states, Distribution thinkMs) {

    /** The move that ends a session. */
    public static final int END = -1;

    /** The move to the page before. */
    public static final int BACK = -2;

    private static final double TOLERANCE = 1e-3;

    /**
     * One page and what may follow.
     *
     * @param template of method and path, such as {@code GET /shop/index}
     * @param moves places of states, {@link #END} or {@link #BACK}, with their shares, which add up to 1
     * @param files that belong to the page
     */
    public record PageState(String name, String template, Map<Integer, Double> moves, List<Embedded> files) {

        public PageState {
            moves = new LinkedHashMap<>(moves);
            files = List.copyOf(files);
        }
    }

    /**
     * A file that is embedded in a page.
     *
     * @param octets its size
     * @param kept share of the visits in which the browser has it and only asks whether it has changed
     */
    public record Embedded(long octets, double kept) {}

    public StateMix {
        states = List.copyOf(states);
        for (PageState state : states) {
            double sum = state.moves().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            if (Math.abs(sum - 1) > TOLERANCE) {
                throw new IllegalArgumentException(
                        "the shares after the state " + state.name() + " add up to " + sum + " and not to 1");
            }
        }
    }

    /**
     * Reads a mix from lines: {@code name = METHOD /template > state share, state share, end share}.
     *
     * @param files of the states that have some, by the state's name
     */
    static StateMix parse(
            String name, String source, String lines, Map<String, List<Embedded>> files, Distribution thinkMs) {
        List<String> names = new ArrayList<>();
        lines.lines().forEach(line -> names.add(line.substring(0, line.indexOf(" = "))));
        List<PageState> states = new ArrayList<>();
        lines.lines().forEach(line -> {
            String state = line.substring(0, line.indexOf(" = "));
            String[] sides = line.substring(line.indexOf(" = ") + 3).split(" > ", 2);
            Map<Integer, Double> moves = new LinkedHashMap<>();
            for (String move : sides[1].split(", ", -1)) {
                String[] words = move.split(" ", 2);
                moves.merge(place(words[0], names), Double.valueOf(words[1]), Double::sum);
            }
            states.add(new PageState(state, sides[0].strip(), moves, files.getOrDefault(state, List.of())));
        });
        return new StateMix(name, source, states, thinkMs);
    }

    private static int place(String move, List<String> names) {
        if (move.equals("end")) {
            return END;
        }
        int place = move.equals("back") ? BACK : names.indexOf(move);
        if (place < 0 && place != BACK) {
            throw new IllegalArgumentException("there is no state " + move);
        }
        return place;
    }

    /** The move after a state: the place of another, {@link #END} or {@link #BACK}. */
    public int next(int state, RandomGenerator random) {
        double left = random.nextDouble();
        int last = END;
        for (Map.Entry<Integer, Double> move : states.get(state).moves().entrySet()) {
            last = move.getKey();
            left -= move.getValue();
            if (left < 0) {
                break;
            }
        }
        return last;
    }

    /** True when a session may go back from a state, so that the states before it are remembered there. */
    public boolean leadsBack(int state) {
        return states.get(state).moves().containsKey(BACK);
    }
}
