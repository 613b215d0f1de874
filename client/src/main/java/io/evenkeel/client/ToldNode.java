// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A node that the broker has told. Immutable; any thread. */
public final class ToldNode {

    private final String name;
    private final String address;
    private final @Nullable URI publicAddress;

    /**
     * A node as an answer has it.
     *
     * @param address host and port as the dispatcher reaches the node
     * @param publicAddress scheme and authority as clients reach it; null when none is configured
     */
    public ToldNode(String name, String address, @Nullable URI publicAddress) {
        this.name = name;
        this.address = address;
        this.publicAddress = publicAddress;
    }

    /** The node's name in its cluster. */
    public String name() {
        return name;
    }

    /** Host and port as the dispatcher reaches the node: {@code 10.0.0.7:8080}. */
    public String address() {
        return address;
    }

    /** Scheme and authority as clients reach the node, such as {@code https://vcn1.example.org}. */
    public Optional<URI> publicAddress() {
        return Optional.ofNullable(publicAddress);
    }

    /** The public address, or else the dispatcher's own way to the node over plain HTTP. */
    public URI origin() {
        return publicAddress != null ? publicAddress : URI.create("http://" + address);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ToldNode
                && name.equals(((ToldNode) other).name)
                && address.equals(((ToldNode) other).address)
                && Objects.equals(publicAddress, ((ToldNode) other).publicAddress);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, address, publicAddress);
    }

    @Override
    public String toString() {
        return name + " at " + origin();
    }
}
