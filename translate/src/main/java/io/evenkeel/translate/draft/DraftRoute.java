// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.source.SourceLine;
import org.jspecify.annotations.Nullable;

/**
 * A rule that sends requests to a cluster; a part that is null matches all.
 *
 * @param host a host name, or {@code *.example.org}
 * @param path a prefix
 */
public record DraftRoute(@Nullable String host, @Nullable String path, String cluster, SourceLine from) {}
