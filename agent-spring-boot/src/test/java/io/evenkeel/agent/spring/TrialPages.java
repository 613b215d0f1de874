// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The pages of the application that only servlets can have. */
@RestController
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class TrialPages {

    @GetMapping("/session")
    String session(HttpServletRequest request) {
        return request.getSession(true).getId();
    }

    /** Refuses a request that says so, at the place of Spring Security. */
    @Bean
    @Order(-100)
    static Filter refusal() {
        return (request, response, chain) -> {
            if (((HttpServletRequest) request).getHeader("X-Refuse") == null) {
                chain.doFilter(request, response);
            } else {
                ((HttpServletResponse) response).sendError(403);
            }
        };
    }
}
