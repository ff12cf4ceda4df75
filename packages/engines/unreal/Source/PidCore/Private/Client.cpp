#include "Pid/Client.h"

#include "CallPid.h"
#include "Redirect.h"
#include "StoredSession.h"

namespace pid {
namespace {

/** The token travels in every request, so plain http is only for your own machine. */
bool isAllowedBaseUrl(const std::string& url) {
    const auto scheme = url.find("://");
    if (scheme == std::string::npos || url.find_first_of("/?#@ ", scheme + 3) != std::string::npos) return false;
    const auto authority = url.substr(scheme + 3);
    const auto host = authority.substr(0, authority.find(':', authority.find(']') == std::string::npos ? 0 : authority.find(']')));
    const bool isLoopback = host == "localhost" || host == "127.0.0.1" || host == "[::1]";
    return !host.empty() && (url.compare(0, scheme, "https") == 0 || (url.compare(0, scheme, "http") == 0 && isLoopback));
}

}  // namespace

Client::Client(Options ownOptions, Ports ownPorts) : options(std::move(ownOptions)), ports(std::move(ownPorts)) {
    while (!options.baseUrl.empty() && options.baseUrl.back() == '/') options.baseUrl.pop_back();
    if (!isAllowedBaseUrl(options.baseUrl)) problem = Error{"invalid_options", "baseUrl must be an https origin, or http on loopback"};
    else if (options.clientId.empty()) problem = Error{"invalid_options", "clientId is required"};
    call = std::make_unique<CallPid>(options, ports);
}

Client::~Client() = default;

/** Runs a sign-in. A later one ends it, because the player has started again. */
Result<Player> Client::runSignIn(const std::function<Result<Player>(const Stop&)>& signIn, const Cancellation& cancellation) {
    if (problem) return *problem;
    const Cancellation own;
    {
        const std::lock_guard<std::mutex> lock(mutex);
        running.cancel();
        running = own;
    }
    return signIn(Stop(*ports.clock, cancellation, own));
}

/**
 * PID ends the player's consent if a code is redeemed twice, because one of the two could be a thief. If PID refuses the guest, it has not
 * redeemed the code: the player signs in without the guest.
 */
Result<Json> Client::redeem(Fields fields, const std::string& guestToken, const Stop& stop) {
    if (!guestToken.empty()) {
        fields["guest_token"] = guestToken;
        const auto tokens = call->postForm("/oidc/token", encodeForm(fields), Repeat::never, stop);
        if (tokens.isOk() || (tokens.error().code != "guest_claimed" && tokens.error().code != "guest_unknown")) return tokens;
        fields.erase("guest_token");
    }
    return call->postForm("/oidc/token", encodeForm(fields), Repeat::never, stop);
}

/** Stores the session and reads who signed in. If reading fails, resume() can still do it later. */
Result<Player> Client::welcome(const Json& tokens, const Stop& stop) {
    const auto accessToken = tokens.textOf("access_token");
    if (!accessToken) return Error{"failed", "The response of PID contains no token"};
    ports.store->save(writeSession(options, *accessToken));
    const auto read = readPlayer(*accessToken, stop);
    if (!read.isOk()) return read;
    Player player = read.value();
    player.guestId = tokens.textOf("guestId").value_or("");
    return player;
}

Result<Player> Client::readPlayer(const std::string& accessToken, const Stop& stop) {
    const auto claims = call->get("/oidc/userinfo", accessToken, stop);
    if (!claims.isOk()) return claims.error();
    const auto pid = claims.value().textOf("sub");
    if (!pid) return Error{"failed", "The response of PID contains no player"};
    return Player{*pid, claims.value().textOf("name").value_or(""), claims.value().textOf("picture").value_or(""), accessToken, ""};
}

}  // namespace pid
