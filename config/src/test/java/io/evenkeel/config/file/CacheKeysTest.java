// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.CacheSettings;
import io.evenkeel.config.DirectNeed;
import io.evenkeel.config.HeapNeed;
import io.evenkeel.config.Settings;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteCacheSettings.CookieUse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of the cache. */
class CacheKeysTest {

    @TempDir
    private Path folder;

    private Settings settings(String cache, String more) throws Exception {
        Path file = Files.writeString(
                folder.resolve("a.yaml"),
                "listeners: [{address: 127.0.0.1:9090, routes: [{cluster: shop" + cache + "}]}]\n"
                        + "clusters: {shop: {nodes: [127.0.0.1:18080]}}\n" + more);
        return SettingsFile.open(file).load();
    }

    private @Nullable RouteCacheSettings route(String cache) throws Exception {
        return settings(cache, "").listeners().get(0).routes().get(0).rules().cache();
    }

    @Test
    void nothingIsStoredUnlessARouteSaysSo() throws Exception {
        assertThat(route("")).isNull();
        assertThat(route(", cache: off")).isNull();
        assertThat(route(", cache: false")).isNull();
    }

    @Test
    void trueIsTheDefaults() throws Exception {
        assertThat(route(", cache: true")).isEqualTo(RouteCacheSettings.DEFAULTS);
        assertThat(route(", cache: {}")).isEqualTo(RouteCacheSettings.DEFAULTS);
        assertThat(settings(", cache: true", "").cache()).isEqualTo(CacheSettings.DEFAULTS);
    }

    @Test
    void everyKeyIsRead() throws Exception {
        assertThat(
                        route(
                                ", cache: {max-object: 2kB, heuristic: 10%, stale-if-error: 10m, wait: 1s, cookies: ignored, status: false, encode: true}"))
                .isEqualTo(new RouteCacheSettings(
                        2048, 0.1, Duration.ofMinutes(10), Duration.ofSeconds(1), CookieUse.IGNORED, false, true));
    }

    @Test
    void largeMemoryNeedsMoreOfTheJvm() throws Exception {
        Settings small = settings(", cache: true", "cache: {memory: 64MB}");
        Settings large = settings(", cache: true", "cache: 1GB");
        Settings unused = settings("", "cache: 1GB");

        assertThat(large.cache().memory()).isEqualTo(1L << 30);
        assertThat(DirectNeed.tooLittle(small, 512L << 20)).isEmpty();
        assertThat(DirectNeed.tooLittle(unused, 512L << 20)).isEmpty();
        assertThat(DirectNeed.tooLittle(large, 512L << 20))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("its cache 1280 MB", "-XX:MaxDirectMemorySize=1547m", "'cache.memory'"));
        assertThat(HeapNeed.megabytes(large) - HeapNeed.megabytes(unused)).isEqualTo(96);
        assertThat(HeapNeed.megabytes(small)).isEqualTo(HeapNeed.LEAST_MB);
    }
}
