// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.dispatcher.backend.NodeFrameTarget;
import io.evenkeel.dispatcher.engine.tls.hello.ClientHelloTarget;
import io.evenkeel.dispatcher.frontend.h2.FrameTarget;
import io.evenkeel.dispatcher.http.ChunkTarget;
import io.evenkeel.dispatcher.http.RequestHeadTarget;
import io.evenkeel.dispatcher.http.ResponseHeadTarget;
import io.evenkeel.dispatcher.http2.head.RequestComposerTarget;
import io.evenkeel.dispatcher.http2.hpack.HpackTarget;
import io.evenkeel.dispatcher.mcmp.McmpMessageTarget;
import io.evenkeel.dispatcher.monitor.push.PushMessageTarget;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeaderTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The readers of octets from strangers that a fuzzer tries, with the inputs that it begins with.
 *
 * <p>A target is a class with {@code fuzzerTestOneInput(byte[])}, which fails when a promise is broken. An input that
 * once broke one is kept in {@code src/test/resources/fuzz}, in a folder with the name of the target.
 */
public final class FuzzTargets {

    /** A target: its class, for the fuzzer, its entry, and well-formed inputs. */
    record Target(Class<?> type, Consumer<byte[]> entry, List<byte[]> seeds) {

        /** All inputs known for it, by name: the well-formed ones and those that once failed. */
        Map<String, byte[]> inputs() throws IOException {
            Map<String, byte[]> inputs = new TreeMap<>();
            for (int number = 0; number < seeds.size(); number++) {
                inputs.put("seed-" + number, seeds.get(number));
            }
            Path kept = Path.of("src/test/resources/fuzz", type.getSimpleName());
            try (Stream<Path> files = Files.exists(kept) ? Files.list(kept) : Stream.empty()) {
                for (Path file : files.toList()) {
                    inputs.put(file.getFileName().toString(), Files.readAllBytes(file));
                }
            }
            return inputs;
        }
    }

    static final List<Target> ALL = List.of(
            new Target(RequestHeadTarget.class, RequestHeadTarget::fuzzerTestOneInput, RequestHeadTarget.seeds()),
            new Target(ResponseHeadTarget.class, ResponseHeadTarget::fuzzerTestOneInput, ResponseHeadTarget.seeds()),
            new Target(ChunkTarget.class, ChunkTarget::fuzzerTestOneInput, ChunkTarget.seeds()),
            new Target(ProxyHeaderTarget.class, ProxyHeaderTarget::fuzzerTestOneInput, ProxyHeaderTarget.seeds()),
            new Target(HpackTarget.class, HpackTarget::fuzzerTestOneInput, HpackTarget.seeds()),
            new Target(
                    RequestComposerTarget.class,
                    RequestComposerTarget::fuzzerTestOneInput,
                    RequestComposerTarget.seeds()),
            new Target(ClientHelloTarget.class, ClientHelloTarget::fuzzerTestOneInput, ClientHelloTarget.seeds()),
            new Target(FrameTarget.class, FrameTarget::fuzzerTestOneInput, FrameTarget.seeds()),
            new Target(NodeFrameTarget.class, NodeFrameTarget::fuzzerTestOneInput, NodeFrameTarget.seeds()),
            new Target(PushMessageTarget.class, PushMessageTarget::fuzzerTestOneInput, PushMessageTarget.seeds()),
            new Target(McmpMessageTarget.class, McmpMessageTarget::fuzzerTestOneInput, McmpMessageTarget.seeds()));

    private FuzzTargets() {}

    /**
     * Writes the inputs of each target into a folder of its own below the one named first, and prints the classes of
     * the targets, one a line. Runs in the module's folder.
     */
    public static void main(String[] args) throws IOException {
        for (Target target : ALL) {
            Path folder = Files.createDirectories(Path.of(args[0], target.type().getSimpleName()));
            for (Map.Entry<String, byte[]> input : target.inputs().entrySet()) {
                Files.write(folder.resolve(input.getKey()), input.getValue());
            }
            System.out.println(target.type().getName());
        }
    }
}
