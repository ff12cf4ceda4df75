#include "Pkce.h"

namespace pid {
namespace {

template <class Bytes>
std::string base64Url(const Bytes& bytes) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text;
    std::uint32_t bits = 0;
    int count = 0;
    for (const std::uint8_t byte : bytes) {
        bits = bits << 8 | byte;
        for (count += 8; count >= 6;) text += letters[bits >> (count -= 6) & 63];
    }
    if (count > 0) text += letters[bits << (6 - count) & 63];
    return text;
}

}  // namespace

std::string randomText(ICrypto& crypto, std::size_t byteCount) { return base64Url(crypto.random(byteCount)); }

Pkce::Pkce(ICrypto& crypto) : verifier(randomText(crypto, 32)), challenge(base64Url(crypto.sha256(verifier))) {}

}  // namespace pid
