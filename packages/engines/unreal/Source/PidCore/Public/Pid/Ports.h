#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "Pid/Api.h"

namespace pid {

struct HttpRequest {
    std::string method;
    std::string url;
    std::map<std::string, std::string> headers;
    /** Empty for GET. */
    std::string body;
    double timeoutSeconds = 10;
};

struct HttpAnswer {
    /** 0 if there is no response: no connection, a broken one, or a timeout. */
    int status = 0;
    /** Names are in lower case. */
    std::map<std::string, std::string> headers;
    std::string body;
    /** Why there is no response. */
    std::string fault;
};

/** Sends one request, waits for the response and follows no redirect. */
class IHttp {
public:
    virtual ~IHttp() = default;
    virtual HttpAnswer send(const HttpRequest& request) = 0;
};

/** Cryptography of the engine or of a library that is maintained. Never write it yourself. */
class ICrypto {
public:
    virtual ~ICrypto() = default;
    virtual std::array<std::uint8_t, 32> sha256(const std::string& bytes) = 0;
    /** Returns bytes of a cryptographic random generator. */
    virtual std::vector<std::uint8_t> random(std::size_t count) = 0;
};

/** Opens an address in the browser of the system, never in a web view of the game (RFC 8252, 8.12). */
class IBrowser {
public:
    virtual ~IBrowser() = default;
    virtual void open(const std::string& url) = 0;
};

class IClock {
public:
    virtual ~IClock() = default;
    /** Seconds since an arbitrary start. It never goes backwards. */
    virtual double nowSeconds() = 0;
    /** Waits, and returns early when `isStopped` returns true. */
    virtual void sleep(double seconds, const std::function<bool()>& isStopped) = 0;
};

/** Keeps one secret text on this device. Use the keychain of the platform if your game has access to one. */
class ITokenStore {
public:
    virtual ~ITokenStore() = default;
    virtual std::optional<std::string> load() = 0;
    virtual void save(const std::string& secret) = 0;
    virtual void clear() = 0;
};

/** What a Client needs from the platform. */
struct Ports {
    std::shared_ptr<IHttp> http;
    std::shared_ptr<ICrypto> crypto;
    std::shared_ptr<IBrowser> browser;
    std::shared_ptr<IClock> clock;
    std::shared_ptr<ITokenStore> store;
};

/** The clock of the machine. */
class PIDCORE_API SystemClock final : public IClock {
public:
    double nowSeconds() override;
    void sleep(double seconds, const std::function<bool()>& isStopped) override;
};

/**
 * Keeps the token in a file that only the player's account of this device can read. It is not encrypted, because the key would lie
 * beside it: a program that runs as the same player can read it. Use a keychain instead if you need more.
 */
class PIDCORE_API FileTokenStore final : public ITokenStore {
public:
    explicit FileTokenStore(std::string path);
    std::optional<std::string> load() override;
    void save(const std::string& secret) override;
    void clear() override;

private:
    std::string file;
};

}  // namespace pid
