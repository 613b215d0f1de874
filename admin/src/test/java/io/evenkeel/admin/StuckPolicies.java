// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyProvider;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Brings the policy {@code stuck}, which hangs in a choice until it is let go; known only where {@link #above} is. */
public final class StuckPolicies implements PolicyProvider {

    private static volatile CountDownLatch release = new CountDownLatch(0);

    /** From now on choices hang. */
    static void hold() {
        release = new CountDownLatch(1);
    }

    static void letGo() {
        release.countDown();
    }

    /** A class loader that finds this provider. */
    static ClassLoader above(ClassLoader parent, Path folder) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(PolicyProvider.class.getName()), StuckPolicies.class.getName());
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent);
    }

    @Override
    public List<PolicyType> policies() {
        return List.of(new PolicyType(
                "stuck", "Hangs.", "-", "tests", PolicyType.Needs.NOTHING, List.of(), settings -> new Stuck()));
    }

    private static final class Stuck implements Policy {

        @Override
        public int choose(Task task, Nodes nodes) {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return nodes.at(0);
        }
    }
}
