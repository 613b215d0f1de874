// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.source.SourceLine;

/** The value of a word of a {@code server} line, or the empty text, with the line that it stands on. */
record HaproxyWord(String value, SourceLine at) {}
