// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The part of a result folder that the planner can use: its {@code cells.json}, from any experiment. Keys that it does
 * not know are passed over, cells without a load, a mean or a number of nodes too.
 *
 * @param cells in the file's order
 * @param serviceMs measured time of a request at an idle node; null when the run does not tell
 * @param source origin of that figure, in words
 */
public record LabRun(List<MeasuredCell> cells, @Nullable Double serviceMs, String source) {

    private static final String FILE = "cells.json";
    private static final Pattern SERVERS =
            Pattern.compile("(?:^|[^0-9])([0-9]{1,4})[- ](?:servers?|nodes?)(?:$|[^a-z])");
    private static final Pattern NUMBER = Pattern.compile("([0-9]+(?:\\.[0-9]+)?).*");

    public LabRun {
        cells = List.copyOf(cells);
    }

    /**
     * One measured combination.
     *
     * @param of in words
     * @param isOpen true when the load is arrivals a second; users otherwise
     * @param load arrivals a second, or users
     * @param arrivalVariation 0 for constant arrivals, else 1
     * @param serviceMs measured time of a request at an idle node of this cell; null when the run does not tell
     */
    public record MeasuredCell(
            String of,
            String policy,
            int nodes,
            boolean isOpen,
            double load,
            double arrivalVariation,
            double throughputPerSecond,
            double failureShare,
            double meanMs,
            @Nullable Double p99Ms,
            @Nullable Double serviceMs) {}

    /**
     * Reads a result folder.
     *
     * @throws PlanException when there is none, or nothing in it can be used
     */
    public static LabRun read(Path folder) {
        Path file = folder.resolve(FILE);
        JsonNode json;
        try {
            json = JsonMapper.shared().readTree(Files.readString(file));
        } catch (IOException e) {
            throw new PlanException(folder + " is not a result folder: its " + FILE
                    + " cannot be read; make one with 'evenkeel lab run scaling --out " + folder + "'");
        } catch (JacksonException e) {
            throw new PlanException(file + " is not JSON: " + e.getOriginalMessage());
        }
        List<JsonNode> rows = new ArrayList<>();
        (json.isArray() ? json : json.path("cells")).forEach(rows::add);
        List<MeasuredCell> cells = new ArrayList<>();
        for (JsonNode row : rows) {
            MeasuredCell cell = cell(row);
            if (cell != null) {
                cells.add(cell);
            }
        }
        if (cells.isEmpty()) {
            throw new PlanException(file + " has no cell with a load, a number of nodes and a mean response time");
        }
        return demand(rows, cells);
    }

    private static LabRun demand(List<JsonNode> rows, List<MeasuredCell> cells) {
        for (JsonNode row : rows) {
            Double serviceMs = serviceMs(row);
            if (serviceMs != null) {
                return new LabRun(cells, serviceMs, "as the run measured it");
            }
        }
        for (JsonNode row : rows) {
            double done = row.path("throughputPerSecond").asDouble(0);
            MeasuredCell cell = cell(row);
            if (text(row, "variant").equals("saturated") && done > 0 && cell != null) {
                return new LabRun(cells, 1000 * cell.nodes() / done, "1/μ of the saturated server");
            }
        }
        return cells.stream()
                .filter(cell -> cell.isOpen() && cell.failureShare() == 0)
                .min(Comparator.comparingDouble(cell -> cell.load() / cell.nodes()))
                .map(cell -> new LabRun(cells, cell.meanMs(), "mean at the lowest rate, " + cell.of()))
                .orElseGet(() -> new LabRun(cells, null, "unknown"));
    }

    private static @Nullable MeasuredCell cell(JsonNode row) {
        double mean = row.path("meanMs").asDouble(0);
        String variant = text(row, "variant");
        String loadText = text(row, "load");
        boolean isOpen = loadText.endsWith("/s") || row.path("ratePerSecond").isNumber();
        double load = load(row, loadText);
        int nodes = nodes(row, variant);
        boolean isOther = loadText.endsWith("sessions");
        if (!(mean > 0) || !(load > 0) || nodes == 0 || isOther) {
            return null;
        }
        String of = String.join(
                ", ",
                List.of(text(row, "scenario"), text(row, "policy"), variant, loadText).stream()
                        .filter(word -> !word.isEmpty())
                        .toList());
        JsonNode p99 = row.path("p99Ms");
        return new MeasuredCell(
                of,
                text(row, "policy"),
                nodes,
                isOpen,
                load,
                variant.equals("constant") ? 0 : 1,
                row.path("throughputPerSecond").asDouble(Double.NaN),
                row.path("failureShare").asDouble(0),
                mean,
                p99.isNumber() ? (Double) p99.asDouble(0) : null,
                serviceMs(row));
    }

    private static @Nullable Double serviceMs(JsonNode row) {
        double serviceMs = row.path("serviceMs").asDouble(0);
        return serviceMs > 0 ? (Double) serviceMs : null;
    }

    private static double load(JsonNode row, String text) {
        if (row.path("ratePerSecond").isNumber()) {
            return row.path("ratePerSecond").asDouble(0);
        }
        Matcher number = NUMBER.matcher(text);
        return number.matches()
                ? Double.parseDouble(number.group(1))
                : row.path("users").asDouble(0);
    }

    /** Number of nodes of a cell; 0 when they are not equal, because the capacity of one of them is not known. */
    private static int nodes(JsonNode row, String variant) {
        String scenario = text(row, "scenario");
        if (scenario.endsWith("unequal")) {
            return 0;
        }
        if (row.path("servers").asInt(0) > 0) {
            return row.path("servers").asInt(0);
        }
        Matcher servers = SERVERS.matcher(variant + " " + scenario);
        if (servers.find()) {
            return Integer.parseInt(servers.group(1));
        }
        int shares = row.path("shares").size();
        return shares > 0 ? shares : scenario.endsWith("-one") ? 1 : 0;
    }

    private static String text(JsonNode row, String key) {
        return row.path(key).isString() ? row.path(key).asString("") : "";
    }
}
