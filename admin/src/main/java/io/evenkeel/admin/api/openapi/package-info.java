// SPDX-License-Identifier: Apache-2.0
/**
 * The document of the API for tools (OpenAPI 3.1), put together from the routes of the server and words for them.
 *
 * <p>Knows routes, not what they do. Threads: those of requests.
 */
@NullMarked
package io.evenkeel.admin.api.openapi;

import org.jspecify.annotations.NullMarked;
