// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.consul;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the answer of Consul's {@code /v1/health/service}, token by token: what is no part of a node costs no memory,
 * or an answer could be thirty times as large on the heap. {@link #read} is for any thread.
 */
final class ConsulInstances {

    /** Twice the most that {@code max-nodes} may be. */
    static final int MOST = 20_000;

    /** Names of properties are not kept in a table, which an answer with a million of them would fill. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9:._-]{1,253}");
    private static final double LEAST_WEIGHT = 0.1;
    private static final double MOST_WEIGHT = 1_000_000;
    private static final int MOST_PORT = 65_535;

    private final JsonParser in;
    private final List<NodeSettings> nodes = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    // of the present instance
    private String own = "";
    private String ofNode = "";
    private String id = "";
    private int port;
    private double weight;

    private ConsulInstances(JsonParser in) {
        this.in = in;
    }

    /** The instances that have a usable address; of one without an address of its own, that of its node counts. */
    static List<NodeSettings> read(byte[] body) {
        try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
            return new ConsulInstances(in).all();
        } catch (JacksonException e) {
            throw fault("its answer is not JSON", e);
        }
    }

    private static CompletionException fault(String words, Throwable cause) {
        return new CompletionException(new IllegalArgumentException(words, cause));
    }

    private static CompletionException fault(String words) {
        return new CompletionException(new IllegalArgumentException(words));
    }

    private List<NodeSettings> all() {
        if (in.nextToken() != JsonToken.START_ARRAY) {
            throw fault("its answer is not a list of instances");
        }
        int count = 0;
        for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
            if (token == null) {
                throw fault("its answer is not JSON");
            }
            count++;
            if (count > MOST) {
                throw fault("its answer has more than " + MOST + " instances");
            }
            instance();
        }
        if (in.nextToken() != null) {
            throw fault("its answer is not JSON");
        }
        return nodes;
    }

    private void instance() {
        own = "";
        ofNode = "";
        id = "";
        port = 0;
        weight = 1;
        properties(this::part);
        String host = own.isEmpty() ? ofNode : own;
        if (port == 0 || !HOST.matcher(host).matches()) {
            return;
        }
        HostPort address = new HostPort(host, port);
        // an identifier is unique on its node only
        String name = id.isEmpty() || !names.add(id) ? address.toString() : id;
        nodes.add(new NodeSettings(
                name,
                address,
                Math.min(MOST_WEIGHT, Math.max(LEAST_WEIGHT, weight)),
                Integer.MAX_VALUE,
                Integer.MAX_VALUE));
    }

    /** Gives the name of each property of the present value; its value is the present one then. */
    private void properties(Consumer<String> property) {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            property.accept(name);
            in.skipChildren();
        }
    }

    private void part(String name) {
        if (name.equals("Service")) {
            properties(this::ofService);
        } else if (name.equals("Node")) {
            properties(this::ofNode);
        }
    }

    private void ofNode(String name) {
        if (name.equals("Address")) {
            ofNode = in.getValueAsString("");
        }
    }

    private void ofService(String name) {
        switch (name) {
            case "Address" -> own = in.getValueAsString("");
            case "Port" -> {
                double number = in.getValueAsDouble(0);
                port = number >= 1 && number <= MOST_PORT ? (int) number : 0;
            }
            case "ID" -> id = in.getValueAsString("").replaceAll("[^A-Za-z0-9._:-]", "-");
            case "Weights" -> properties(this::ofWeights);
            default -> {}
        }
    }

    private void ofWeights(String name) {
        if (name.equals("Passing")) {
            double number = in.getValueAsDouble(1);
            weight = Double.isNaN(number) ? 1 : number;
        }
    }
}
