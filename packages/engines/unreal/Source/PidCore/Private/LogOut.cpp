#include "CallPid.h"
#include "StoredSession.h"

namespace pid {

Result<Done> Client::logOut(Cancellation cancellation) {
    if (problem) return *problem;
    const auto accessToken = readToken(ports.store->load(), options);
    ports.store->clear();
    if (!accessToken) return Done{};
    const auto revoked = call->postForm("/oidc/revoke", encodeForm({{"client_id", options.clientId}, {"token", *accessToken}}),
                                        Repeat::safe, Stop(*ports.clock, cancellation, {}));
    if (!revoked.isOk()) return revoked.error();
    return Done{};
}

}  // namespace pid
