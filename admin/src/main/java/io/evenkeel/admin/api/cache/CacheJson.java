// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.cache;

import io.evenkeel.admin.api.Json;
import io.evenkeel.dispatcher.control.CacheExplanation;
import io.evenkeel.dispatcher.control.CacheExplanation.StoredView;
import io.evenkeel.dispatcher.control.CacheView;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The cache as JSON. */
final class CacheJson {

    private CacheJson() {}

    /** @param view null while the cache was not used */
    static ObjectNode of(@Nullable CacheView view) {
        ObjectNode json = Json.object().put("used", view != null);
        if (view != null) {
            json.put("memoryBytes", view.memory())
                    .put("takenBytes", view.taken())
                    .put("urls", view.urls())
                    .put("hits", view.hits())
                    .put("stale", view.stale())
                    .put("revalidated", view.revalidated())
                    .put("collapsed", view.collapsed())
                    .put("misses", view.misses())
                    .put("bypassed", view.bypassed())
                    .put("stored", view.stored())
                    .put("evicted", view.evicted())
                    .put("invalidated", view.invalidated())
                    .put("sentBytes", view.octets())
                    .put("packedShare", view.packedShare())
                    .put("packedBytes", view.packedTaken())
                    .put("packedHits", view.packedHits())
                    .put("unpackMs", view.unpackNs() / 1e6)
                    .put("fetchMs", view.fetchNs() / 1e6);
            if (Double.isFinite(view.hitShare())) {
                json.put("hitShare", view.hitShare());
            }
        }
        return json;
    }

    static ObjectNode of(CacheExplanation told) {
        ObjectNode json = Json.object()
                .put("listener", told.arrival().listener())
                .put("route", told.arrival().route())
                .put("cluster", told.arrival().cluster())
                .put("course", told.course().word())
                .put("why", told.why())
                .put("url", told.url())
                .put("cacheStatus", told.cacheStatus());
        StoredView stored = told.stored();
        if (stored != null) {
            ObjectNode answer = json.putObject("stored")
                    .put("variants", stored.variants())
                    .put("status", stored.status())
                    .put("ageS", stored.ageS())
                    .put("ttlS", stored.ttlS())
                    .put("bytes", stored.octets())
                    .put("packed", stored.packed());
            stored.vary().forEach(answer.putArray("vary")::add);
        }
        told.sentences().forEach(json.putArray("says")::add);
        return json;
    }
}
