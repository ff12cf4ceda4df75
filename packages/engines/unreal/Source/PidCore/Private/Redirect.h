#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "Form.h"
#include "Stop.h"

namespace pid {

/** The address that the browser returns to, and what arrives there. */
class Redirect {
public:
    virtual ~Redirect() = default;
    virtual std::string uri() const = 0;
    /** Waits for the first response that has our state, and returns its fields. */
    virtual Result<Fields> answer(const Stop& stop) = 0;
};

/** A return address with a private-use scheme: the system opens the game with it (RFC 8252, 7.1). */
class SchemeRedirect final : public Redirect {
public:
    SchemeRedirect(std::string ownAddress, std::string ownState) : address(std::move(ownAddress)), state(std::move(ownState)) {}

    std::string uri() const override { return address; }
    Result<Fields> answer(const Stop& stop) override;
    /** Any program can open the game with such an address, so everything without our state is ignored. */
    bool deliver(const std::string& url);

private:
    const std::string address;
    const std::string state;
    std::mutex mutex;
    std::condition_variable delivered;
    std::optional<Fields> fields;
};

/** Listens on a free port of 127.0.0.1 for the redirect of the browser (RFC 8252, 7.3). */
Result<std::shared_ptr<Redirect>> openLoopback(const std::string& state);

}  // namespace pid
