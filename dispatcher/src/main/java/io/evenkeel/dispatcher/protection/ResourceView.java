// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

/**
 * A resource of the process at one moment.
 *
 * @param name such as {@code memory}
 * @param share the part that is used; of loops, the lag as a part of the one at which requests are refused
 * @param pauseAt the share at which no connection is accepted; infinite for never
 * @param refuseAt the share at which requests are refused; infinite for never
 * @param figure the use in words, such as {@code 920 of 1000 descriptors}
 * @param pauses number of times that it was too much
 * @param refusals requests that were refused for want of it
 */
public record ResourceView(
        String name,
        double share,
        double pauseAt,
        double refuseAt,
        ProtectionLevel level,
        String figure,
        long pauses,
        long refusals) {}
