#include "CallPid.h"
#include "Pkce.h"
#include "Redirect.h"

namespace pid {
namespace {

/** Returns the code in the redirect, or why there is none. */
Result<std::string> codeOf(const Fields& answer, const std::string& issuer) {
    // A code of another service must not be sent to this one (RFC 9207).
    if (fieldOf(answer, "iss") != issuer) return Error{"failed", "The response comes from another issuer than " + issuer};
    if (const auto error = fieldOf(answer, "error")) return Error{*error, "The sign-in ended with " + *error};
    const auto code = fieldOf(answer, "code");
    if (!code) return Error{"failed", "The response of PID contains no code"};
    return *code;
}

}  // namespace

Result<Player> Client::signInWithPid(const std::string& guestToken, Cancellation cancellation) {
    return runSignIn([&](const Stop& stop) { return byBrowser(guestToken, stop); }, cancellation);
}

bool Client::handleRedirect(const std::string& url) {
    const std::lock_guard<std::mutex> lock(mutex);
    return waiting && waiting->deliver(url);
}

Result<Player> Client::byBrowser(const std::string& guestToken, const Stop& stop) {
    const Pkce pkce(*ports.crypto);
    const auto state = randomText(*ports.crypto, 16);
    std::shared_ptr<Redirect> redirect;
    if (options.redirectUri.empty()) {
        const auto opened = openLoopback(state);
        if (!opened.isOk()) return opened.error();
        redirect = opened.value();
    } else {
        const std::lock_guard<std::mutex> lock(mutex);
        redirect = waiting = std::make_shared<SchemeRedirect>(options.redirectUri, state);
    }
    const auto redirectUri = redirect->uri();
    ports.browser->open(options.baseUrl + "/authorize?" +
                        encodeForm({{"response_type", "code"},
                                    {"client_id", options.clientId},
                                    {"redirect_uri", redirectUri},
                                    {"scope", options.scope},
                                    {"state", state},
                                    {"code_challenge", pkce.challenge},
                                    {"code_challenge_method", "S256"}}));
    const auto answer = redirect->answer(stop.within(options.signInTimeoutSeconds));
    redirect.reset();
    if (!answer.isOk()) return answer.error();
    const auto code = codeOf(answer.value(), options.baseUrl);
    if (!code.isOk()) return code.error();
    const auto tokens = redeem({{"grant_type", "authorization_code"},
                                {"code", code.value()},
                                {"redirect_uri", redirectUri},
                                {"client_id", options.clientId},
                                {"code_verifier", pkce.verifier}},
                               guestToken, stop);
    return tokens.isOk() ? welcome(tokens.value(), stop) : tokens.error();
}

}  // namespace pid
