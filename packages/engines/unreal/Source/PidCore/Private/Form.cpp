#include "Form.h"

#include <algorithm>
#include <cstring>

namespace pid {
namespace {

const char digits[] = "0123456789ABCDEF";

std::string escape(const std::string& text) {
    std::string escaped;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool isPlain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
                             (byte != 0 && std::strchr("-._~", byte) != nullptr);
        if (isPlain) escaped += letter;
        else escaped += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return escaped;
}

int digitOf(char letter) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
    if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
    return -1;
}

std::string unescape(const std::string& text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); at += 1) {
        const int high = text[at] == '%' && at + 2 < text.size() ? digitOf(text[at + 1]) : -1;
        const int low = high < 0 ? -1 : digitOf(text[at + 2]);
        if (low >= 0) {
            plain += static_cast<char>(high * 16 + low);
            at += 2;
        } else {
            plain += text[at] == '+' ? ' ' : text[at];
        }
    }
    return plain;
}

}  // namespace

std::string encodeForm(const Fields& fields) {
    std::string text;
    for (const auto& [name, value] : fields) text += (text.empty() ? "" : "&") + escape(name) + "=" + escape(value);
    return text;
}

std::optional<Fields> decodeForm(const std::string& text) {
    Fields fields;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('&', begin), text.size());
        const auto pair = text.substr(begin, end - begin);
        begin = end + 1;
        if (pair.empty()) continue;
        const auto equals = std::min(pair.find('='), pair.size());
        const auto value = equals == pair.size() ? "" : pair.substr(equals + 1);
        if (!fields.emplace(unescape(pair.substr(0, equals)), unescape(value)).second) return std::nullopt;
    }
    return fields;
}

std::optional<std::string> fieldOf(const Fields& fields, const std::string& name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::nullopt : std::optional<std::string>(found->second);
}

}  // namespace pid
