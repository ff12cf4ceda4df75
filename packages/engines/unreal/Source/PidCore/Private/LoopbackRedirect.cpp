#include <chrono>
#include <vector>

#include "JudgeRedirect.h"
#include "Redirect.h"

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace pid {
namespace {

#ifdef _WIN32
using Socket = SOCKET;
const Socket noSocket = INVALID_SOCKET;
void closeSocket(Socket socket) { closesocket(socket); }
int pollSockets(std::vector<pollfd>& sockets, int millis) { return WSAPoll(sockets.data(), static_cast<ULONG>(sockets.size()), millis); }
void makeNonBlocking(Socket socket) {
    u_long yes = 1;
    ioctlsocket(socket, FIONBIO, &yes);
}
bool startSockets() {
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data) == 0;
}
const int sendFlags = 0;
#else
using Socket = int;
const Socket noSocket = -1;
void closeSocket(Socket socket) { close(socket); }
int pollSockets(std::vector<pollfd>& sockets, int millis) { return poll(sockets.data(), static_cast<nfds_t>(sockets.size()), millis); }
void makeNonBlocking(Socket socket) { fcntl(socket, F_SETFL, fcntl(socket, F_GETFL, 0) | O_NONBLOCK); }
bool startSockets() { return true; }
#ifdef MSG_NOSIGNAL
// A browser that closes its connection must not end the game with SIGPIPE.
const int sendFlags = MSG_NOSIGNAL;
#else
const int sendFlags = 0;
#endif
#endif

const std::size_t requestLengthMax = 8192;
const auto requestTimeout = std::chrono::seconds(5);
const int pollMillis = 100;

struct Connection {
    Socket socket;
    std::string head;
    std::chrono::steady_clock::time_point since;
};

class LoopbackRedirect final : public Redirect {
public:
    LoopbackRedirect(Socket ownListener, int port, std::string ownState)
        : listener(ownListener), host("127.0.0.1:" + std::to_string(port)), state(std::move(ownState)) {}

    ~LoopbackRedirect() override {
        for (const auto& connection : connections) closeSocket(connection.socket);
        closeSocket(listener);
    }

    LoopbackRedirect(const LoopbackRedirect&) = delete;
    LoopbackRedirect& operator=(const LoopbackRedirect&) = delete;

    std::string uri() const override { return "http://" + host + redirectPath; }

    Result<Fields> answer(const Stop& stop) override {
        for (;;) {
            if (const auto reason = stop.reason()) return *reason;
            std::vector<pollfd> sockets;
            for (const auto& connection : connections) sockets.push_back({connection.socket, POLLIN, 0});
            sockets.push_back({listener, POLLIN, 0});
            if (pollSockets(sockets, pollMillis) < 0) continue;
            if (const auto fields = serveAll(sockets)) return *fields;
            if (sockets.back().revents != 0) acceptOne();
        }
    }

private:
    /** Browsers open idle connections in advance, so all open ones are served. */
    std::optional<Fields> serveAll(const std::vector<pollfd>& sockets) {
        std::vector<Connection> open;
        std::optional<Fields> fields;
        for (std::size_t index = 0; index < connections.size(); index += 1) {
            auto& connection = connections[index];
            const bool isReady = sockets[index].revents != 0;
            if (!fields && isReady ? serve(connection, fields) : std::chrono::steady_clock::now() - connection.since < requestTimeout)
                open.push_back(std::move(connection));
            else
                closeSocket(connection.socket);
        }
        connections = std::move(open);
        return fields;
    }

    /** Returns false if the connection has ended. */
    bool serve(Connection& connection, std::optional<Fields>& fields) {
        char bytes[requestLengthMax];
        const auto left = sizeof bytes - connection.head.size();
        const auto count = recv(connection.socket, bytes, static_cast<int>(left), 0);
        if (count <= 0) return false;
        connection.head.append(bytes, static_cast<std::size_t>(count));
        const bool isWhole = connection.head.find("\r\n\r\n") != std::string::npos;
        if (!isWhole && connection.head.size() < requestLengthMax) return true;
        const auto judgement = judgeRedirect(isWhole ? connection.head : "", host, state);
        fields = judgement.fields;
        // The response fits into the buffer of every system.
        send(connection.socket, judgement.response.data(), static_cast<int>(judgement.response.size()), sendFlags);
        return false;
    }

    void acceptOne() {
        const Socket socket = accept(listener, nullptr, nullptr);
        if (socket == noSocket) return;
        makeNonBlocking(socket);
        connections.push_back({socket, "", std::chrono::steady_clock::now()});
    }

    const Socket listener;
    const std::string host;
    const std::string state;
    std::vector<Connection> connections;
};

}  // namespace

Result<std::shared_ptr<Redirect>> openLoopback(const std::string& state) {
    const Error failure{"unsupported", "No port of 127.0.0.1 can be opened. Sign in with a code instead"};
    if (!startSockets()) return failure;
    const Socket listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener == noSocket) return failure;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const general = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener, general, length) != 0 || listen(listener, SOMAXCONN) != 0 || getsockname(listener, general, &length) != 0) {
        closeSocket(listener);
        return failure;
    }
    makeNonBlocking(listener);
    return std::shared_ptr<Redirect>(std::make_shared<LoopbackRedirect>(listener, ntohs(address.sin_port), state));
}

}  // namespace pid
