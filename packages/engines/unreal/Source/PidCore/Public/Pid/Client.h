#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "Pid/Api.h"
#include "Pid/Ports.h"
#include "Pid/Result.h"

namespace pid {

/** Settings of your game. */
struct Options {
    /** Base URL of PID, for example https://pid.example, or http://localhost:4100 on your own machine. */
    std::string baseUrl;
    /** Public client_id of your app. A game never contains the client secret. */
    std::string clientId;
    /** Data that the player is asked to share: openid, profile and balance, separated by spaces. */
    std::string scope = "openid profile";
    /**
     * Return address with a private-use scheme, for example example.game:/signed-in, for phones. List it at your app and register the
     * scheme in your build. Empty: listens on a free port of 127.0.0.1.
     */
    std::string redirectUri{};
    /** How long signInWithPid waits for the player. */
    double signInTimeoutSeconds = 600;
    /** How long requestPayment waits for the player. A payment is open for one hour by default. */
    double paymentTimeoutSeconds = 3600;
    /** Timeout of one HTTP request. */
    double requestTimeoutSeconds = 10;
};

/** A signed-in player. */
struct Player {
    /** Permanent identifier, for example maya@pid. Use it as your key for the player. */
    std::string pid;
    /** Empty if the player has none or did not share it. It can change. */
    std::string displayName;
    std::string avatarUrl;
    /**
     * Reads the data that the player shared, for 30 days. Keep it secret. Your game's server can learn from it who the player is: it
     * sends the token and its client secret to /oidc/introspect.
     */
    std::string accessToken;
    /**
     * The guest of this sign-in, which now belongs to the player. Empty without a guest, and if the guest is unknown or belongs to another
     * player. Your game's server learns of it from the event guest.claimed: it must not believe a guest that the game sends.
     */
    std::string guestId{};
};

/** The code of a sign-in on another device. Show userCode and verificationUri in large type. */
struct Code {
    /** For example BCDF-GHJK. */
    std::string userCode;
    std::string verificationUri;
    /** The same address with the code in it, for a QR code. */
    std::string verificationUriComplete;
    double expiresInSeconds = 0;
};

/** Ends an operation from another thread. Copies share their state. */
class Cancellation {
public:
    void cancel() const { *flag = true; }
    bool isCancelled() const { return *flag; }

private:
    std::shared_ptr<std::atomic<bool>> flag = std::make_shared<std::atomic<bool>>(false);
};

class CallPid;
class SchemeRedirect;
class Stop;
struct Json;

/**
 * Signs players in with PID and lets them pay. Every operation blocks until it ends, so call it on a thread that may wait, never on the
 * thread of the game. Each operation has its own source file.
 */
class PIDCORE_API Client {
public:
    Client(Options options, Ports ports);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /**
     * Opens the system browser, where the player signs in and allows your game, and returns the player (RFC 8252). `guestToken` is the
     * token of the guest who plays on this device: the guest then belongs to the player.
     */
    Result<Player> signInWithPid(const std::string& guestToken = {}, Cancellation cancellation = {});

    /**
     * Pass every address here that the system opens your game with. Returns true if it is the result of the running sign-in, and false
     * for all other addresses. Call it on any thread.
     */
    bool handleRedirect(const std::string& url);

    /**
     * Signs in on a device without a browser, such as a console or TV (RFC 8628): the player types the shown code on a phone. Turn on
     * deviceFlow for your app first. Ends with expired_token if the player does not decide within five minutes: offer a new code then.
     * `guestToken` as for signInWithPid.
     */
    Result<Player> signInWithCode(
        const std::function<void(const Code&)>& show, const std::string& guestToken = {}, Cancellation cancellation = {});

    /**
     * Returns the player who signed in earlier on this device, or nothing: then ask the player to sign in. A session lasts 30 days and
     * ends earlier if the player disconnects your game. Without a connection it ends with no_connection and keeps the session.
     */
    Result<std::optional<Player>> resume(Cancellation cancellation = {});

    /**
     * Deletes the session from this device and ends the player's consent, which signs the player out of your game on all devices: PID
     * cannot end single tokens. If it fails, the session is deleted here, but the token stays valid at PID; the player can end it under
     * Connected apps. To sign out on this device only, call clear() of your ITokenStore instead.
     */
    Result<Done> logOut(Cancellation cancellation = {});

    /**
     * Opens the page of a payment in the system browser and waits for its result from your game's server, which created the payment and
     * alone knows its status: a browser on the player's device could lie. `readStatus` asks your server; its fifth failure in a row ends
     * the wait. Returns the first status other than "open", for example "paid". Ends with timeout after paymentTimeoutSeconds; the payment
     * can still be paid later, so your server must deliver it then.
     */
    Result<std::string> requestPayment(
        const std::string& payUrl, const std::function<Result<std::string>()>& readStatus, Cancellation cancellation = {});

private:
    Result<Player> runSignIn(const std::function<Result<Player>(const Stop&)>& signIn, const Cancellation& cancellation);
    Result<Player> byBrowser(const std::string& guestToken, const Stop& stop);
    Result<Player> byCode(const std::function<void(const Code&)>& show, const std::string& guestToken, const Stop& stop);
    Result<Json> redeem(std::map<std::string, std::string> fields, const std::string& guestToken, const Stop& stop);
    Result<Player> welcome(const Json& tokens, const Stop& stop);
    Result<Player> readPlayer(const std::string& accessToken, const Stop& stop);

    Options options;
    Ports ports;
    std::optional<Error> problem;
    std::unique_ptr<CallPid> call;
    std::mutex mutex;
    /** Ends the running sign-in when another one starts. */
    Cancellation running;
    std::shared_ptr<SchemeRedirect> waiting;
};

}  // namespace pid
