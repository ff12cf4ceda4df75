#pragma once

#include <optional>
#include <string>

#include "Form.h"
#include "Pid/Client.h"

namespace pid {

/** The text in the ITokenStore: the token, and where it belongs. */
inline std::string writeSession(const Options& options, const std::string& accessToken) {
    return encodeForm({{"service", options.baseUrl}, {"client_id", options.clientId}, {"access_token", accessToken}});
}

/** Returns nothing for a token of another service or app: a token is never sent to a service that did not issue it. */
inline std::optional<std::string> readToken(const std::optional<std::string>& stored, const Options& options) {
    const auto fields = decodeForm(stored.value_or(""));
    if (!fields || fieldOf(*fields, "service") != options.baseUrl || fieldOf(*fields, "client_id") != options.clientId)
        return std::nullopt;
    return fieldOf(*fields, "access_token");
}

}  // namespace pid
