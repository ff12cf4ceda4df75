#include "Json.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace pid {
namespace {

const int depthMax = 32;

/** Reads one value after the other. Every method returns false if the text is not JSON. */
class Reader {
public:
    explicit Reader(const std::string& source) : text(source) {}

    bool readWhole(Json& value) { return readValue(value, 0) && (skipSpace(), at == text.size()); }

private:
    bool readValue(Json& value, int depth) {
        skipSpace();
        if (depth > depthMax || at == text.size()) return false;
        switch (text[at]) {
            case '{': return readMembers(value, depth);
            case '[': return readItems(value, depth);
            case '"': value.kind = Json::Kind::text; return readText(value.text);
            case 't': value.kind = Json::Kind::boolean; value.number = 1; return isNext("true");
            case 'f': value.kind = Json::Kind::boolean; return isNext("false");
            case 'n': return isNext("null");
            default: value.kind = Json::Kind::number; return readNumber(value.number);
        }
    }

    bool readMembers(Json& value, int depth) {
        value.kind = Json::Kind::object;
        at += 1;
        if (skipSpace(), isNext("}")) return true;
        do {
            std::string name;
            Json member;
            skipSpace();
            if (!readText(name) || (skipSpace(), !isNext(":")) || !readValue(member, depth + 1)) return false;
            value.members[name] = std::move(member);
            skipSpace();
        } while (isNext(","));
        return isNext("}");
    }

    bool readItems(Json& value, int depth) {
        value.kind = Json::Kind::list;
        at += 1;
        if (skipSpace(), isNext("]")) return true;
        do {
            value.items.emplace_back();
            if (!readValue(value.items.back(), depth + 1)) return false;
            skipSpace();
        } while (isNext(","));
        return isNext("]");
    }

    bool readText(std::string& value) {
        if (!isNext("\"")) return false;
        while (at < text.size() && text[at] != '"') {
            if (text[at] != '\\') value += text[at++];
            else if (!readEscape(value)) return false;
        }
        return isNext("\"");
    }

    bool readEscape(std::string& value) {
        static const char names[] = "\"\\/bfnrt";
        static const char meanings[] = "\"\\/\b\f\n\r\t";
        at += 1;
        if (at == text.size()) return false;
        const char letter = text[at++];
        if (letter == 'u') return readUnicode(value);
        const char* found = letter == '\0' ? nullptr : std::strchr(names, letter);
        if (found == nullptr) return false;
        value += meanings[found - names];
        return true;
    }

    bool readUnicode(std::string& value) {
        unsigned point = 0;
        if (!readHex(point)) return false;
        // A character outside the basic plane is written as two surrogates.
        if (point >= 0xd800 && point < 0xdc00) {
            unsigned low = 0;
            if (!isNext("\\u") || !readHex(low) || low < 0xdc00 || low > 0xdfff) return false;
            point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        }
        appendUtf8(value, point);
        return true;
    }

    bool readHex(unsigned& value) {
        if (at + 4 > text.size()) return false;
        for (const auto end = at + 4; at < end; at += 1) {
            const char letter = text[at];
            if (letter >= '0' && letter <= '9') value = value * 16 + static_cast<unsigned>(letter - '0');
            else if (letter >= 'a' && letter <= 'f') value = value * 16 + static_cast<unsigned>(letter - 'a' + 10);
            else if (letter >= 'A' && letter <= 'F') value = value * 16 + static_cast<unsigned>(letter - 'A' + 10);
            else return false;
        }
        return true;
    }

    static void appendUtf8(std::string& value, unsigned point) {
        const auto append = [&value](unsigned byte) { value += static_cast<char>(byte); };
        if (point < 0x80) {
            append(point);
        } else if (point < 0x800) {
            append(0xc0 | point >> 6);
            append(0x80 | (point & 0x3f));
        } else if (point < 0x10000) {
            append(0xe0 | point >> 12);
            append(0x80 | (point >> 6 & 0x3f));
            append(0x80 | (point & 0x3f));
        } else {
            append(0xf0 | point >> 18);
            append(0x80 | (point >> 12 & 0x3f));
            append(0x80 | (point >> 6 & 0x3f));
            append(0x80 | (point & 0x3f));
        }
    }

    bool readNumber(double& value) {
        const auto end = std::min(text.find_first_not_of("+-.eE0123456789", at), text.size());
        const auto digits = text.substr(at, end - at);
        char* rest = nullptr;
        value = std::strtod(digits.c_str(), &rest);
        at = end;
        return !digits.empty() && *rest == '\0';
    }

    bool isNext(const char* word) {
        const auto length = std::strlen(word);
        if (text.compare(at, length, word) != 0) return false;
        at += length;
        return true;
    }

    void skipSpace() { at = std::min(text.find_first_not_of(" \t\r\n", at), text.size()); }

    const std::string& text;
    std::size_t at = 0;
};

}  // namespace

std::optional<Json> Json::readObject(const std::string& source) {
    Json value;
    if (!Reader(source).readWhole(value) || value.kind != Kind::object) return std::nullopt;
    return value;
}

std::optional<std::string> Json::textOf(const std::string& name) const {
    const auto found = members.find(name);
    if (found == members.end() || found->second.kind != Kind::text) return std::nullopt;
    return found->second.text;
}

std::optional<double> Json::numberOf(const std::string& name) const {
    const auto found = members.find(name);
    if (found == members.end() || found->second.kind != Kind::number) return std::nullopt;
    return found->second.number;
}

}  // namespace pid
