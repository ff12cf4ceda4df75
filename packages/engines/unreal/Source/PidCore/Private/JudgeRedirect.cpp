#include "JudgeRedirect.h"

#include <algorithm>
#include <cctype>

namespace pid {
namespace {

const char page[] =
    "<!doctype html><html lang=\"id\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>PID</title>"
    "<p>Halaman ini boleh ditutup. Kembali ke game.</p><p lang=\"en\">You can close this page. Return to the game.</p></html>";

Judgement respond(const std::string& status, std::optional<Fields> fields = std::nullopt) {
    const std::string body = fields ? page : "";
    return {"HTTP/1.1 " + status + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nContent-Security-Policy: default-src 'none'\r\n"
                "Connection: close\r\n\r\n" + body,
            std::move(fields)};
}

/** Returns the value of the only Host header, or nothing. */
std::optional<std::string> hostOf(const std::string& head) {
    std::optional<std::string> host;
    for (auto at = head.find("\r\n"); at != std::string::npos && at + 2 < head.size(); at = head.find("\r\n", at + 2)) {
        const auto line = head.substr(at + 2, head.find("\r\n", at + 2) - at - 2);
        auto name = line.substr(0, line.find(':'));
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
        if (name != "host") continue;
        if (host) return std::nullopt;
        const auto begin = line.find_first_not_of(" \t", name.size() + 1);
        const auto end = line.find_last_not_of(" \t");
        host = begin == std::string::npos ? "" : line.substr(begin, end + 1 - begin);
    }
    return host;
}

}  // namespace

Judgement judgeRedirect(const std::string& head, const std::string& host, const std::string& state) {
    const auto line = head.substr(0, head.find("\r\n"));
    const auto first = line.find(' ');
    const auto second = line.rfind(' ');
    if (first == std::string::npos || first == second || hostOf(head) != host) return respond("400 Bad Request");
    const auto target = line.substr(first + 1, second - first - 1);
    const auto question = std::min(target.find('?'), target.size());
    if (target.substr(0, question) != redirectPath) return respond("404 Not Found");
    if (line.substr(0, first) != "GET") return respond("405 Method Not Allowed");
    const auto fields = decodeForm(question == target.size() ? "" : target.substr(question + 1));
    if (!fields || fieldOf(*fields, "state") != state) return respond("400 Bad Request");
    return respond("200 OK", fields);
}

}  // namespace pid
