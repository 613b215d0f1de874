// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** The names under which a receiver knows this dispatcher. */
final class Resources {

    /** The part of the program that all of it comes from. */
    static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("io.evenkeel");

    private static final String INSTANCE = UUID.randomUUID().toString();

    private Resources() {}

    static Resource of(String service, String version) {
        return Resource.getDefault()
                .merge(Resource.create(Attributes.builder()
                        .put("service.name", service)
                        .put("service.version", version)
                        .put("service.instance.id", INSTANCE)
                        .put("host.name", host())
                        .put("process.pid", ProcessHandle.current().pid())
                        .build()));
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
