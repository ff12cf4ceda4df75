// Signs a player in with PID on a device (RFC 8628). One C++17 file that needs libcurl.
//
//   c++ -std=c++17 pid_login.cpp -lcurl -o pid_login && ./pid_login https://pid.example app_0123
//
// Turn on deviceFlow for your app first. Exit codes: 0 the player signed in; 1 the player denied or the code expired; 2 any other error.
#include <curl/curl.h>

#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <regex>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

const char scope[] = "openid profile";
const char device_grant[] = "urn:ietf:params:oauth:grant-type:device_code";

/** The player denied, or the code expired. */
struct gave_up : std::runtime_error {
    using std::runtime_error::runtime_error;
};

size_t collect(char* data, size_t size, size_t count, void* into) {
    static_cast<std::string*>(into)->append(data, size * count);
    return size * count;
}

/** Sends a form by POST, or a GET without fields. Returns the body, also for an error, which has a JSON body too. */
std::string ask(const std::string& address, const std::map<std::string, std::string>& fields = {},
                const std::string& token = "") {
    std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
    if (!curl) throw std::runtime_error("Cannot initialise libcurl");
    std::string form;
    for (const auto& [name, value] : fields) {
        std::unique_ptr<char, decltype(&curl_free)> escaped(
            curl_easy_escape(curl.get(), value.c_str(), static_cast<int>(value.size())), curl_free);
        form += (form.empty() ? "" : "&") + name + "=" + escaped.get();
    }
    std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(nullptr, curl_slist_free_all);
    if (!token.empty())
        headers.reset(curl_slist_append(nullptr, ("Authorization: Bearer " + token).c_str()));
    std::string answer;
    curl_easy_setopt(curl.get(), CURLOPT_URL, address.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT, 15L);
    curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &answer);
    curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers.get());
    if (!fields.empty()) curl_easy_setopt(curl.get(), CURLOPT_COPYPOSTFIELDS, form.c_str());
    const CURLcode result = curl_easy_perform(curl.get());
    if (result != CURLE_OK) throw std::runtime_error(curl_easy_strerror(result));
    return answer;
}

/** Reads a field of a flat JSON object; empty if it is missing. If your project has a JSON library, use that instead. */
std::string text(const std::string& json, const std::string& name) {
    std::smatch found;
    const std::regex form("\"" + name + "\"\\s*:\\s*(?:\"([^\"\\\\]*)\"|(\\d+))");
    if (!std::regex_search(json, found, form)) return "";
    return found[1].matched ? found[1].str() : found[2].str();
}

void sign_in(std::string service, const std::string& client_id) {
    while (!service.empty() && service.back() == '/') service.pop_back();
    const auto discovery = ask(service + "/.well-known/openid-configuration");
    const auto begun =
        ask(text(discovery, "device_authorization_endpoint"), {{"client_id", client_id}, {"scope", scope}});
    if (!text(begun, "error").empty()) throw std::runtime_error(text(begun, "error_description"));
    // Show the address and the code in large type, and a QR code of verification_uri_complete if you can draw one.
    std::cout << "Open " << text(begun, "verification_uri") << " and type " << text(begun, "user_code")
              << std::endl;
    const auto interval = text(begun, "interval");
    auto pause = std::chrono::seconds(interval.empty() ? 5 : std::stoi(interval));
    for (;;) {
        std::this_thread::sleep_for(pause);
        const auto tokens = ask(text(discovery, "token_endpoint"), {{"grant_type", device_grant},
                                                                    {"device_code", text(begun, "device_code")},
                                                                    {"client_id", client_id}});
        const auto error = text(tokens, "error");
        if (error.empty()) {
            // Keep the token secret: it reads the data that the player allowed, for 30 days.
            const auto player = ask(text(discovery, "userinfo_endpoint"), {}, text(tokens, "access_token"));
            std::cout << text(player, "sub") << std::endl;
            return;
        }
        if (error == "slow_down") pause += std::chrono::seconds(5);
        else if (error == "access_denied" || error == "expired_token") throw gave_up(error);
        else if (error != "authorization_pending") throw std::runtime_error(text(tokens, "error_description"));
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::cerr << "pid_login <address of PID> <client_id>" << std::endl;
        return 2;
    }
    curl_global_init(CURL_GLOBAL_DEFAULT);
    try {
        sign_in(arguments[1], arguments[2]);
        return 0;
    } catch (const gave_up& reason) {
        std::cerr << "Nobody signed in: " << reason.what() << std::endl;
        return 1;
    } catch (const std::exception& problem) {
        std::cerr << "Signing in failed: " << problem.what() << std::endl;
        return 2;
    }
}
