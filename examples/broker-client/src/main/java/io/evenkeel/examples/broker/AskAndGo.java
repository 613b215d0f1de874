// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.broker;

import io.evenkeel.client.BrokerClient;
import io.evenkeel.client.BrokeredHttpClient;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Asks a broker for a node of the cluster shop and sends requests there, one a second: {@code AskAndGo
 * http://127.0.0.1:8111 PATH [REQUESTS]}. EVENKEEL_TOKEN is the token that the broker may want.
 */
public final class AskAndGo {

    private final HttpClient http;
    private final PrintStream out;

    AskAndGo(URI broker, String token, PrintStream out) {
        BrokerClient shop = BrokerClient.of("shop")
                .broker(broker) // more dispatchers: one call each
                .client("example-" + ProcessHandle.current().pid()) // stays on its node
                .quantum(Duration.ofSeconds(10))
                .token(token)
                .build();
        HttpClient plain =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
        this.http = new BrokeredHttpClient(plain, shop, URI.create("http://shop"));
        this.out = out;
    }

    /** Sends a request to the node of this client, and prints where it went and what came back. */
    void ask(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://shop" + path)).build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        out.println(
                answer.uri() + " " + answer.statusCode() + " " + answer.body().length() + " characters");
    }

    public static void main(String[] arguments) throws Exception {
        String token = System.getenv().getOrDefault("EVENKEEL_TOKEN", "none");
        AskAndGo client = new AskAndGo(URI.create(arguments[0]), token, System.out);
        int requests = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10;
        for (int i = 0; i < requests; i++) {
            client.ask(arguments[1]);
            Thread.sleep(1000);
        }
    }
}
