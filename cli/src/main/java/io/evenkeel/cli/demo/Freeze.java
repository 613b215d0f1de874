// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import java.io.IOException;

/**
 * A process that stands still until this is closed.
 *
 * <p>A shell stops it and lets it go on when its input ends: when this is closed, and when the demo ends in whatever
 * way, so that no stopped process is left.
 */
final class Freeze implements AutoCloseable {

    private static final String SCRIPT =
            "trap '' INT HUP TERM; kill -STOP \"$0\" || exit 1; echo stopped; read -r end; kill -CONT \"$0\"";

    private final Process shell;

    private Freeze(Process shell) {
        this.shell = shell;
    }

    /**
     * Stops a process.
     *
     * @throws IOException when the system does not let it be stopped
     */
    static Freeze of(ProcessHandle process) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", SCRIPT, Long.toString(process.pid()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (shell.getInputStream().read() < 0) {
            throw new IOException("process " + process.pid() + " cannot be stopped");
        }
        return new Freeze(shell);
    }

    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
            shell.waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("the shell that lets the server go on does not read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
