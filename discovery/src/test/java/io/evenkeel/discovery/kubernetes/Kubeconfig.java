// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file by which a source finds the API server of a test. */
public final class Kubeconfig {

    private Kubeconfig() {}

    /** Writes {@code kubeconfig} into a folder, for a server at a port of this machine. */
    public static Path write(Path folder, int port) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: 'http://127.0.0.1:%d'}}]
                users: [{name: test, user: {token: t}}]
                contexts: [{name: test, context: {cluster: test, user: test, namespace: web}}]
                """.formatted(port));
    }
}
