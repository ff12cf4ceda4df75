#include <algorithm>

#include "CallPid.h"
#include "Form.h"

namespace pid {
namespace {

const char deviceGrant[] = "urn:ietf:params:oauth:grant-type:device_code";
const double pollMaxSeconds = 60;

/** Seconds until the next poll (RFC 8628, 3.5), or nothing if the sign-in has ended. */
std::optional<double> nextPause(const Error& answer, double pauseSeconds) {
    if (answer.code == "authorization_pending") return pauseSeconds;
    if (answer.code == "slow_down") return pauseSeconds + 5;
    if (answer.code == "no_connection" || answer.status >= 500) return std::min(pauseSeconds * 2, pollMaxSeconds);
    return std::nullopt;
}

}  // namespace

Result<Player> Client::signInWithCode(
    const std::function<void(const Code&)>& show, const std::string& guestToken, Cancellation cancellation) {
    return runSignIn([&](const Stop& stop) { return byCode(show, guestToken, stop); }, cancellation);
}

Result<Player> Client::byCode(const std::function<void(const Code&)>& show, const std::string& guestToken, const Stop& stop) {
    const auto begun = call->postForm("/oidc/device_authorization",
                                      encodeForm({{"client_id", options.clientId}, {"scope", options.scope}}), Repeat::safe, stop);
    if (!begun.isOk()) return begun.error();
    const auto deviceCode = begun.value().textOf("device_code");
    if (!deviceCode) return Error{"failed", "The response of PID contains no device code"};
    const auto text = [&begun](const char* name) { return begun.value().textOf(name).value_or(""); };
    const double expiresInSeconds = begun.value().numberOf("expires_in").value_or(300);
    const double untilSeconds = ports.clock->nowSeconds() + expiresInSeconds;
    show({text("user_code"), text("verification_uri"), text("verification_uri_complete"), expiresInSeconds});
    double pauseSeconds = begun.value().numberOf("interval").value_or(5);
    while (ports.clock->nowSeconds() < untilSeconds) {
        if (const auto reason = stop.sleep(pauseSeconds)) return *reason;
        const auto tokens = redeem(
            {{"grant_type", deviceGrant}, {"device_code", *deviceCode}, {"client_id", options.clientId}}, guestToken, stop);
        if (tokens.isOk()) return welcome(tokens.value(), stop);
        const auto next = nextPause(tokens.error(), pauseSeconds);
        if (!next) return tokens.error();
        pauseSeconds = *next;
    }
    return Error{"expired_token", "The code has expired"};
}

}  // namespace pid
