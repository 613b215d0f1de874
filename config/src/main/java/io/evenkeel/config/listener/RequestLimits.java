// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

/**
 * The greatest sizes of a request.
 *
 * @param head bytes of request line and fields together; also bounds a trailer section and an answer's head
 * @param target bytes of the request target
 * @param fields number of field lines
 * @param body bytes of a request body; {@link Long#MAX_VALUE} when unlimited
 */
public record RequestLimits(int head, int target, int fields, long body) {

    public static final RequestLimits DEFAULTS = new RequestLimits(64 * 1024, 16 * 1024, 200, Long.MAX_VALUE);

    /** The limits for reading again what was accepted before. */
    public static final RequestLimits NONE =
            new RequestLimits(Integer.MAX_VALUE / 2, Integer.MAX_VALUE / 2, Integer.MAX_VALUE / 2, Long.MAX_VALUE);
}
