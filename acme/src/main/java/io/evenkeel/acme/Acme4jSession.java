// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.AcmeSettings;
import io.evenkeel.config.tls.AcmeSettings.ExternalAccount;
import io.evenkeel.config.tls.AcmeSettings.Proof;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.certificate.Challenges;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.AccountBuilder;
import org.shredzone.acme4j.Authorization;
import org.shredzone.acme4j.Certificate;
import org.shredzone.acme4j.Login;
import org.shredzone.acme4j.Order;
import org.shredzone.acme4j.OrderBuilder;
import org.shredzone.acme4j.Problem;
import org.shredzone.acme4j.RenewalInfo;
import org.shredzone.acme4j.Session;
import org.shredzone.acme4j.Status;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.challenge.Http01Challenge;
import org.shredzone.acme4j.challenge.TlsAlpn01Challenge;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.exception.AcmeLazyLoadingException;
import org.shredzone.acme4j.exception.AcmeNetworkException;
import org.shredzone.acme4j.exception.AcmeNotSupportedException;
import org.shredzone.acme4j.exception.AcmeProtocolException;
import org.shredzone.acme4j.exception.AcmeRateLimitedException;
import org.shredzone.acme4j.exception.AcmeServerException;
import org.shredzone.acme4j.exception.AcmeUserActionRequiredException;

/** A conversation by acme4j. The account is made, or found by its key, with the first question. */
final class Acme4jSession implements AcmeSession {

    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration VALIDATION = Duration.ofMinutes(2);
    private static final Duration ISSUE = Duration.ofMinutes(2);

    private final AcmeSettings settings;
    private final KeyPair accountKey;
    private final Challenges challenges;
    private final Session session;
    private @Nullable Login login;

    /** @param challenges takes the answers to the authority's challenges */
    Acme4jSession(AcmeSettings settings, KeyPair accountKey, Challenges challenges) {
        this.settings = settings;
        this.accountKey = accountKey;
        this.challenges = challenges;
        this.session = new Session(settings.directory(), new DirectoryProvider(settings.ca()));
        session.networkSettings().setTimeout(ANSWER);
    }

    @Override
    public Identity issue(List<String> names, Proof proof, @Nullable X509Certificate replaced)
            throws IssueException, InterruptedException {
        return ask(() -> {
            Order order = order(login(), names, replaced);
            for (Authorization each : order.getAuthorizations()) {
                prove(each, proof);
            }
            order.waitUntilReady(VALIDATION);
            KeyPair key = SelfMade.key();
            order.execute(key);
            if (order.waitForCompletion(ISSUE) != Status.VALID) {
                throw refusal("the authority did not issue it", order.getError());
            }
            Certificate issued = order.getCertificate();
            return new Identity(issued.getCertificateChain(), key.getPrivate());
        });
    }

    private Order order(Login account, List<String> names, @Nullable X509Certificate replaced) throws AcmeException {
        if (replaced != null
                && session.resourceUrlOptional(org.shredzone.acme4j.connector.Resource.RENEWAL_INFO)
                        .isPresent()) {
            try {
                return builder(account, names).replaces(replaced).create();
            } catch (AcmeNetworkException | AcmeRateLimitedException e) {
                throw e;
            } catch (AcmeServerException e) {
                // One that is replaced already, or that another authority has issued, must not prevent the renewal.
                return builder(account, names).create();
            }
        }
        return builder(account, names).create();
    }

    private OrderBuilder builder(Login account, List<String> names) {
        OrderBuilder builder = account.newOrder().domains(names);
        String profile = settings.profile();
        return profile == null ? builder : builder.profile(profile);
    }

    private void prove(Authorization authorization, Proof proof)
            throws AcmeException, IssueException, InterruptedException {
        if (authorization.getStatus() == Status.VALID) {
            return;
        }
        String name = authorization.getIdentifier().getDomain();
        Challenge challenge;
        try {
            if (proof == Proof.TLS_ALPN_01) {
                TlsAlpn01Challenge found = authorization
                        .findChallenge(TlsAlpn01Challenge.class)
                        .orElseThrow(() -> notOffered(TlsAlpn01Challenge.TYPE));
                challenges.certificate(name, SelfMade.proof(name, found.getAcmeValidation(), Instant.now()));
                challenge = found;
            } else {
                Http01Challenge found = authorization
                        .findChallenge(Http01Challenge.class)
                        .orElseThrow(() -> notOffered(Http01Challenge.TYPE));
                challenges.page(found.getToken(), found.getAuthorization());
                challenge = found;
            }
            challenge.trigger();
            if (authorization.waitForCompletion(VALIDATION) != Status.VALID) {
                challenge.fetch();
                throw refusal("the authority has not found the proof for " + name, challenge.getError());
            }
        } finally {
            challenges.clear();
        }
    }

    private static IssueException notOffered(String type) {
        return new IssueException("the authority does not offer " + type, false, null, null);
    }

    private static IssueException refusal(String what, Optional<Problem> problem) {
        return new IssueException(
                what + problem.map(each -> ": " + text(each)).orElse(", and does not say why"), false, null, null);
    }

    @Override
    public @Nullable RenewalWindow window(X509Certificate certificate) throws IssueException, InterruptedException {
        Optional<RenewalWindow> found = ask(() -> {
            if (session.resourceUrlOptional(org.shredzone.acme4j.connector.Resource.RENEWAL_INFO)
                    .isEmpty()) {
                return Optional.empty();
            }
            RenewalInfo info = login().bindRenewalInfo(certificate);
            Optional<Instant> again = info.fetch();
            return Optional.of(new RenewalWindow(
                    info.getSuggestedWindowStart(), info.getSuggestedWindowEnd(), again.orElse(null)));
        });
        return found.orElse(null);
    }

    private Login login() throws AcmeException {
        Login present = login;
        if (present == null) {
            AccountBuilder builder =
                    new AccountBuilder().agreeToTermsOfService().useKeyPair(accountKey);
            String email = settings.email();
            if (email != null) {
                builder.addEmail(email);
            }
            ExternalAccount external = settings.account();
            if (external != null) {
                builder.withKeyIdentifier(external.id(), external.hmacKey());
            }
            present = builder.createLogin(session);
            login = present;
        }
        return present;
    }

    /** A question to the authority. */
    @FunctionalInterface
    private interface Question<T> {
        T ask() throws AcmeException, IssueException, InterruptedException;
    }

    private <T> T ask(Question<T> question) throws IssueException, InterruptedException {
        try {
            return question.ask();
        } catch (AcmeLazyLoadingException e) {
            endIfInterrupted(e);
            throw e.getCause() instanceof AcmeException cause ? failure(cause) : general(e);
        } catch (AcmeException e) {
            endIfInterrupted(e);
            throw failure(e);
        } catch (AcmeNotSupportedException e) {
            throw new IssueException("the authority cannot do it: " + e.getMessage(), false, null, e);
        } catch (AcmeProtocolException | IllegalArgumentException e) {
            throw general(e);
        }
    }

    /** The library turns the end of its thread into a failure of the network. */
    private static void endIfInterrupted(Exception e) throws InterruptedException {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException) {
                throw new InterruptedException();
            }
        }
    }

    private IssueException general(Exception e) {
        return new IssueException(
                settings.directory() + " does not speak ACME as it should: " + e.getMessage(), true, null, e);
    }

    private IssueException failure(AcmeException e) {
        if (e instanceof AcmeRateLimitedException limit) {
            return new IssueException(
                    text(limit.getProblem()), false, limit.getRetryAfter().orElse(null), e);
        } else if (e instanceof AcmeUserActionRequiredException terms) {
            return new IssueException(text(terms.getProblem()), true, null, e);
        } else if (e instanceof AcmeServerException server) {
            String type = String.valueOf(server.getType());
            if (type.endsWith(":accountDoesNotExist")) {
                login = null;
            }
            return new IssueException(text(server.getProblem()), isGeneral(type), null, e);
        }
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new IssueException(settings.directory() + " cannot be asked: " + cause, true, null, e);
    }

    /** True when the problem is with the account or the authority, whatever is asked for. */
    private static boolean isGeneral(String type) {
        return type.endsWith(":accountDoesNotExist")
                || type.endsWith(":unauthorized")
                || type.endsWith(":externalAccountRequired")
                || type.endsWith(":userActionRequired")
                || type.endsWith(":serverInternal")
                || type.endsWith(":invalidContact")
                || type.endsWith(":unsupportedContact");
    }

    /** A problem in the authority's words, with those about single names. */
    private static String text(Problem problem) {
        StringBuilder text =
                new StringBuilder(problem.getDetail().or(problem::getTitle).orElse(String.valueOf(problem.getType())));
        for (Problem each : problem.getSubProblems()) {
            text.append("; ");
            each.getIdentifier().ifPresent(name -> text.append(name.getDomain()).append(": "));
            text.append(text(each));
        }
        return text.toString();
    }
}
