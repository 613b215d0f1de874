// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.net.ServerAnswer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One file after the other, each drawn by its popularity alone; without cookies. */
final class FilesScript implements Script {

    private final FileCalls calls;
    private final RandomGenerator random;

    FilesScript(FileCalls calls, RandomGenerator random) {
        this.calls = calls;
        this.random = random;
    }

    @Override
    public void begin() {
        // Nothing is remembered anyway.
    }

    @Override
    public Call next() {
        return calls.draw(random);
    }

    @Override
    public @Nullable FailureKind look(ServerAnswer answer) {
        return Scripts.fault(answer);
    }

    @Override
    public void failed() {
        // The next file is another one.
    }

    @Override
    public boolean isMidway() {
        return false;
    }
}
