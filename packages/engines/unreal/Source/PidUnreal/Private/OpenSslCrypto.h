#pragma once

#include <cstdlib>

#include "Pid/Ports.h"

#ifdef THIRD_PARTY_INCLUDES_START
THIRD_PARTY_INCLUDES_START
// OpenSSL declares a type with the name of a namespace of Unreal.
#define UI UI_ST
#endif
#include <openssl/evp.h>
#include <openssl/rand.h>
#ifdef THIRD_PARTY_INCLUDES_END
#undef UI
THIRD_PARTY_INCLUDES_END
#endif

namespace pid {

/** The cryptography of OpenSSL, which Unreal ships. */
class OpenSslCrypto final : public ICrypto {
public:
    std::array<std::uint8_t, 32> sha256(const std::string& bytes) override {
        std::array<std::uint8_t, 32> digest{};
        if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) std::abort();
        return digest;
    }

    std::vector<std::uint8_t> random(std::size_t count) override {
        std::vector<std::uint8_t> bytes(count);
        // A sign-in with predictable bytes could be stolen.
        if (RAND_bytes(bytes.data(), static_cast<int>(count)) != 1) std::abort();
        return bytes;
    }
};

}  // namespace pid
