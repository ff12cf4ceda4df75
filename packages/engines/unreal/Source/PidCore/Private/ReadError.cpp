#include "ReadError.h"

#include <cstdlib>

#include "Form.h"
#include "Json.h"

namespace pid {
namespace {

const char lower[] = "abcdefghijklmnopqrstuvwxyz_";
const char lowerAndDigits[] = "abcdefghijklmnopqrstuvwxyz_0123456789";

/** Reads the value at `at`, bare or in quotes, and moves `at` behind it. */
std::string readParameter(const std::string& header, std::size_t& at) {
    std::string value;
    if (at < header.size() && header[at] == '"') {
        for (at += 1; at < header.size() && header[at] != '"'; at += 1) {
            if (header[at] == '\\' && at + 1 < header.size()) at += 1;
            value += header[at];
        }
        at += 1;
    } else {
        for (; at < header.size() && header[at] != ';'; at += 1) value += header[at];
    }
    return value;
}

/** The parameters of an RFC 9651 item, for example `frozen; until=17; to="a \"b\""`. */
std::map<std::string, std::string> contextOf(const std::string& header) {
    std::map<std::string, std::string> context;
    for (auto at = header.find(';'); at < header.size(); at = header.find(';', at)) {
        const auto begin = header.find_first_not_of("; ", at);
        if (begin == std::string::npos) break;
        at = header.find_first_not_of(lowerAndDigits, begin);
        if (at == std::string::npos || header[at] != '=') break;
        const auto name = header.substr(begin, at - begin);
        at += 1;
        context[name] = readParameter(header, at);
    }
    return context;
}

/** A validation error has one sentence per broken rule. */
std::optional<std::string> messageOf(const Json& body) {
    const auto found = body.members.find("message");
    if (found == body.members.end() || found->second.kind != Json::Kind::list) return body.textOf("message");
    std::string message;
    for (const auto& sentence : found->second.items) message += (message.empty() ? "" : "; ") + sentence.text;
    return message;
}

}  // namespace

Error readError(const HttpAnswer& answer) {
    const auto body = Json::readObject(answer.body).value_or(Json{});
    const auto header = fieldOf(answer.headers, "pid-error").value_or("");
    Error error;
    error.code = body.textOf("error").value_or(header.substr(0, header.find_first_not_of(lower)));
    if (error.code.empty()) error.code = "failed";
    error.message = body.textOf("error_description")
                        .value_or(messageOf(body).value_or("PID responded with " + std::to_string(answer.status)));
    error.status = answer.status;
    error.context = contextOf(header);
    const long seconds = std::strtol(fieldOf(answer.headers, "retry-after").value_or("").c_str(), nullptr, 10);
    if (seconds > 0 && seconds < 1'000'000'000) error.retryAfterSeconds = static_cast<int>(seconds);
    error.requestId = fieldOf(answer.headers, "x-request-id").value_or("");
    return error;
}

}  // namespace pid
