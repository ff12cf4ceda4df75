#pragma once

#include <optional>
#include <string>

#include "Form.h"

namespace pid {

const char redirectPath[] = "/signed-in";

struct Judgement {
    /** The whole HTTP response. */
    std::string response;
    /** Fields of the redirect; nothing if the request is refused. */
    std::optional<Fields> fields;
};

/**
 * Accepts only the redirect that we asked for. Everything else is refused and does not end the sign-in, because any page in the player's
 * browser can send requests to this port. The host is compared, because a name of another site can point to 127.0.0.1.
 */
Judgement judgeRedirect(const std::string& head, const std::string& host, const std::string& state);

}  // namespace pid
