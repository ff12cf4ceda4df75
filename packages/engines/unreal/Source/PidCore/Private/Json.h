#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pid {

/** A JSON value (RFC 8259). */
struct Json {
    enum class Kind { null, boolean, number, text, list, object };

    Kind kind = Kind::null;
    double number = 0;
    std::string text{};
    std::vector<Json> items{};
    std::map<std::string, Json> members{};

    /** Returns nothing if the text is not a JSON object. */
    static std::optional<Json> readObject(const std::string& source);

    /** Returns nothing if there is no member of this name and kind. */
    std::optional<std::string> textOf(const std::string& name) const;
    std::optional<double> numberOf(const std::string& name) const;
};

}  // namespace pid
