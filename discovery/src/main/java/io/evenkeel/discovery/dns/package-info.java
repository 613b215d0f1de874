// SPDX-License-Identifier: Apache-2.0
/**
 * Questions to name servers, with the time to live of their answers, through Netty's resolver: UDP, and TCP for what is
 * too long for it. Answers are the words of strangers. Threads: one loop for all, {@code evenkeel-dns}.
 */
@NullMarked
package io.evenkeel.discovery.dns;

import org.jspecify.annotations.NullMarked;
