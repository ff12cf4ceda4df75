#pragma once

#include <map>
#include <optional>
#include <string>

namespace pid {

using Fields = std::map<std::string, std::string>;

/** application/x-www-form-urlencoded, for bodies, queries and the stored session. */
std::string encodeForm(const Fields& fields);

/** Returns nothing if a name occurs twice, which no response may contain (RFC 6749, 3.1). */
std::optional<Fields> decodeForm(const std::string& text);

/** Returns nothing if the field is missing. */
std::optional<std::string> fieldOf(const Fields& fields, const std::string& name);

}  // namespace pid
