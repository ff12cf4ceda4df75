#include "CallPid.h"

#include <algorithm>
#include <cmath>

#include "ReadError.h"

namespace pid {
namespace {

const int attemptsMax = 4;
const double firstPauseSeconds = 0.5;
/** A longer Retry-After is left to the game, because the player would think that it hangs. */
const int retryAfterMaxSeconds = 30;

/**
 * PID refuses with 429 before it reads a request, so this is safe for every request. After 5xx or a fault the request may have been
 * carried out.
 */
bool isWorthRetrying(const Error& problem, Repeat repeat) {
    if (problem.retryAfterSeconds > retryAfterMaxSeconds) return false;
    return problem.status == 429 || (repeat == Repeat::safe && (problem.status >= 500 || problem.code == "no_connection"));
}

}  // namespace

Result<Json> CallPid::get(const std::string& path, const std::string& bearer, const Stop& stop) {
    const HttpRequest request{
        "GET", options.baseUrl + path, {{"Accept", "application/json"}, {"Authorization", "Bearer " + bearer}}, "",
        options.requestTimeoutSeconds};
    return send(request, Repeat::safe, stop);
}

Result<Json> CallPid::postForm(const std::string& path, const std::string& form, Repeat repeat, const Stop& stop) {
    const HttpRequest request{"POST",
                              options.baseUrl + path,
                              {{"Accept", "application/json"}, {"Content-Type", "application/x-www-form-urlencoded"}},
                              form,
                              options.requestTimeoutSeconds};
    return send(request, repeat, stop);
}

Result<Json> CallPid::send(const HttpRequest& request, Repeat repeat, const Stop& stop) {
    for (int attempt = 1;; attempt += 1) {
        const HttpAnswer answer = ports.http->send(request);
        if (const auto reason = stop.reason()) return *reason;
        // The response of a revocation has no body.
        if (answer.status >= 200 && answer.status < 300) return Json::readObject(answer.body).value_or(Json{});
        const Error problem = answer.status == 0 ? Error{"no_connection", answer.fault} : readError(answer);
        if (attempt == attemptsMax || !isWorthRetrying(problem, repeat)) return problem;
        if (const auto reason = stop.sleep(pauseSeconds(attempt, problem.retryAfterSeconds))) return *reason;
    }
}

/** 0.5, 1 and 2 seconds, or Retry-After, and jitter. */
double CallPid::pauseSeconds(int attempt, int retryAfterSeconds) {
    const double pause = firstPauseSeconds * std::pow(2, attempt - 1);
    return std::max(pause, static_cast<double>(retryAfterSeconds)) - pause + withJitter(pause);
}

double CallPid::withJitter(double seconds) {
    return seconds * (1 + ports.crypto->random(1)[0] / 255.0);
}

}  // namespace pid
