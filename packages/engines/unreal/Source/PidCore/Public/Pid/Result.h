#pragma once

#include <map>
#include <string>
#include <utility>
#include <variant>

namespace pid {

/**
 * Why an operation did not succeed. Branch on `code`; `message` is English text for developers. Codes of this package:
 *
 * - access_denied: the player denied
 * - expired_token: the code has expired
 * - timeout: no result in time
 * - aborted: your code cancelled
 * - superseded: your code started another sign-in
 * - no_connection: no response after all retries
 * - invalid_options: baseUrl or clientId is wrong
 * - invalid_pay_url: not an address of a payment
 * - unsupported: this platform cannot do it
 * - failed: the response has no known code
 *
 * All other codes come from PID.
 */
struct Error {
    std::string code;
    std::string message;
    /** HTTP status code; 0 if the error is not a response of PID. */
    int status = 0;
    /** Values that belong to the code. */
    std::map<std::string, std::string> context{};
    /** Seconds to wait before you retry; 0 if PID did not say. */
    int retryAfterSeconds = 0;
    /** Id of the request in the logs of PID, or empty. Include it when you report a problem. */
    std::string requestId{};
};

/** A value or an error. Engines compile without exceptions. */
template <class T>
class Result {
public:
    Result(T value) : held(std::move(value)) {}
    Result(Error error) : held(std::move(error)) {}

    bool isOk() const { return held.index() == 0; }
    const T& value() const { return *std::get_if<0>(&held); }
    const Error& error() const { return *std::get_if<1>(&held); }

private:
    std::variant<T, Error> held;
};

/** Result of an operation without a value. */
struct Done {};

}  // namespace pid
