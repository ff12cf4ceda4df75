#include "CallPid.h"
#include "StoredSession.h"

namespace pid {

Result<std::optional<Player>> Client::resume(Cancellation cancellation) {
    if (problem) return *problem;
    const auto accessToken = readToken(ports.store->load(), options);
    if (!accessToken) return std::optional<Player>();
    const auto player = readPlayer(*accessToken, Stop(*ports.clock, cancellation, {}));
    if (player.isOk()) return std::optional<Player>(player.value());
    if (player.error().status != 401) return player.error();
    ports.store->clear();
    return std::optional<Player>();
}

}  // namespace pid
