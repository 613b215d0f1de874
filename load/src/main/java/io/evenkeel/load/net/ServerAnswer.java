// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A complete answer; to be read during the call that hands it over, afterwards it is overwritten. */
public interface ServerAnswer {

    int status();

    /** The first value of a field, or null. */
    @Nullable
    String field(String name);

    /** All values of a field in order. */
    List<String> fields(String name);

    /** The body as UTF-8; empty unless the request asked for it to be kept. */
    String body();

    /** Length of the body in octets, without framing. */
    long bodyLength();
}
