// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A crawler that asks for each URL once, beside users; in memory and in virtual time. */
class CacheFloodTest {

    private final MemoryStand stand = new MemoryStand(
            1, s -> s.route(null, null, "shop", RuleSettings.NONE.with(RouteCacheSettings.DEFAULTS)), c -> {});

    @AfterEach
    void everyOctetIsGivenBack() {
        stand.cache().close();
        assertThat(stand.cache().taken()).as("bytes of nobody").isZero();
    }

    /** Sends a request and has the node answer it, if it is asked. */
    private String get(String path) {
        Peer client = stand.client();
        client.sends("GET " + path + " HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
        if (stand.inFlight() > 0) {
            stand.answer(1, "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 5\r\n\r\nhello");
        }
        return client.got();
    }

    private int stored(int from, int to) {
        return (int) IntStream.range(from, to)
                .mapToObj(k -> get("/page/" + k))
                .filter(answer -> answer.contains("fwd=uri-miss; stored"))
                .count();
    }

    @Test
    void aCrawlerStoresLittleAndTheSecondRequestForAUrlHasItStored() {
        assertThat(stored(0, 1024)).as("answers of a crawler that is new").isEqualTo(1024);
        int later = stored(1024, 4096);
        assertThat(later).as("of 3,072 answers, one in sixteen").isBetween(150, 400);

        long refused = stand.cache().counts().refused.sum();
        assertThat(get("/new")).contains("fwd=uri-miss\r\n");
        assertThat(stand.cache().counts().refused.sum()).isEqualTo(refused + 1);
        assertThat(get("/new")).contains("fwd=uri-miss; stored\r\n");
        assertThat(get("/new")).contains("; hit; ttl=60\r\n");
    }

    @Test
    void usersWhoAskAgainHaveEveryNewUrlStored() {
        stored(0, 1024);
        for (int k = 0; k < 2048; k++) {
            get("/shop/" + k);
            get("/shop/" + k);
        }

        assertThat(get("/new")).contains("fwd=uri-miss; stored\r\n");
    }
}
