#pragma once

#include <string>

#include "Pid/Ports.h"

namespace pid {

/** Returns random bytes as text that is safe in an address. */
std::string randomText(ICrypto& crypto, std::size_t byteCount);

/** Proof that the program that redeems a code is the one that requested it (RFC 7636). */
struct Pkce {
    explicit Pkce(ICrypto& crypto);

    std::string verifier;
    std::string challenge;
};

}  // namespace pid
