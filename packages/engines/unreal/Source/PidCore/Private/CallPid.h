#pragma once

#include <string>

#include "Json.h"
#include "Pid/Client.h"
#include "Stop.h"

namespace pid {

enum class Repeat {
    /** A second request does no harm. */
    safe,
    /** A second request could do harm or would be refused. */
    never,
};

/** Calls PID, and retries with jitter where the request can be repeated. */
class CallPid {
public:
    CallPid(const Options& ownOptions, const Ports& ownPorts) : options(ownOptions), ports(ownPorts) {}

    Result<Json> get(const std::string& path, const std::string& bearer, const Stop& stop);
    Result<Json> postForm(const std::string& path, const std::string& form, Repeat repeat, const Stop& stop);

    /** Up to twice as long, so that clients do not return at the same moment. */
    double withJitter(double seconds);

private:
    Result<Json> send(const HttpRequest& request, Repeat repeat, const Stop& stop);
    double pauseSeconds(int attempt, int retryAfterSeconds);

    const Options& options;
    const Ports& ports;
};

}  // namespace pid
