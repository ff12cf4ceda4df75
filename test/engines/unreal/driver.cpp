// Calls PidCore with libcurl and OpenSSL. See engine-program.ts for the lines that it prints.
#include <curl/curl.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "OpenSslCrypto.h"
#include "Pid/Client.h"

namespace {

const double speed = 50;
std::mutex sayMutex;

void say(const std::string& line) {
    const std::lock_guard<std::mutex> lock(sayMutex);
    std::cout << line << std::endl;
}

std::size_t collect(char* data, std::size_t size, std::size_t count, void* into) {
    static_cast<std::string*>(into)->append(data, size * count);
    return size * count;
}

std::size_t collectHeader(char* data, std::size_t size, std::size_t count, void* into) {
    const std::string line(data, size * count);
    const auto colon = line.find(':');
    if (colon != std::string::npos) {
        std::string name = line.substr(0, colon);
        for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        const auto begin = line.find_first_not_of(' ', colon + 1);
        (*static_cast<std::map<std::string, std::string>*>(into))[name] = line.substr(begin, line.find_last_not_of("\r\n") + 1 - begin);
    }
    return size * count;
}

/** Takes the place of Unreal's HTTP module. */
class CurlHttp final : public pid::IHttp {
public:
    pid::HttpAnswer send(const pid::HttpRequest& request) override {
        pid::HttpAnswer answer;
        const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
        curl_slist* headers = nullptr;
        for (const auto& [name, value] : request.headers) headers = curl_slist_append(headers, (name + ": " + value).c_str());
        curl_easy_setopt(curl.get(), CURLOPT_URL, request.url.c_str());
        curl_easy_setopt(curl.get(), CURLOPT_CUSTOMREQUEST, request.method.c_str());
        curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeoutSeconds * 1000));
        curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, collect);
        curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &answer.body);
        curl_easy_setopt(curl.get(), CURLOPT_HEADERFUNCTION, collectHeader);
        curl_easy_setopt(curl.get(), CURLOPT_HEADERDATA, &answer.headers);
        if (!request.body.empty()) curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, request.body.c_str());
        const CURLcode result = curl_easy_perform(curl.get());
        long status = 0;
        if (result == CURLE_OK) curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
        else answer.fault = curl_easy_strerror(result);
        answer.status = static_cast<int>(status);
        curl_slist_free_all(headers);
        return answer;
    }
};

class PrintingBrowser final : public pid::IBrowser {
public:
    void open(const std::string& url) override { say("OPEN " + url); }
};

class FastClock final : public pid::IClock {
public:
    double nowSeconds() override { return clock.nowSeconds(); }

    void sleep(double seconds, const std::function<bool()>& isStopped) override {
        say("WAIT " + std::to_string(seconds));
        clock.sleep(seconds / speed, isStopped);
    }

private:
    pid::SystemClock clock;
};

std::string shown(const pid::Error& error) {
    std::string text = "ERROR " + error.code + " " + std::to_string(error.status) + " " + std::to_string(error.retryAfterSeconds) + " " +
                       (error.requestId.empty() ? "-" : error.requestId);
    for (const auto& [name, value] : error.context) text += " " + name + "=" + value;
    return text;
}

std::string shown(const pid::Result<pid::Player>& result) {
    if (!result.isOk()) return shown(result.error());
    return "PLAYER " + result.value().pid + (result.value().guestId.empty() ? "" : " " + result.value().guestId);
}

std::string run(pid::Client& client, const std::vector<std::string>& words, const pid::Cancellation& abort) {
    const auto& operation = words[3];
    const auto given = std::find(words.begin(), words.end(), "--guest");
    const auto guest = given == words.end() ? "" : *(given + 1);
    if (operation == "sign-in") return shown(client.signInWithPid(guest, abort));
    if (operation == "sign-in-twice") {
        std::thread first([&] { say("FIRST " + shown(client.signInWithPid("", abort))); });
        // The second one must be the later one.
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        const auto second = client.signInWithPid("", abort);
        first.join();
        return shown(second);
    }
    if (operation == "code")
        return shown(client.signInWithCode([](const pid::Code& code) { say("CODE " + code.userCode + " " + code.verificationUri); }, guest, abort));
    if (operation == "resume") {
        const auto result = client.resume(abort);
        if (!result.isOk()) return shown(result.error());
        return result.value() ? "PLAYER " + result.value()->pid : "NONE";
    }
    if (operation == "log-out") {
        const auto result = client.logOut(abort);
        return result.isOk() ? "DONE" : shown(result.error());
    }
    const auto result = client.requestPayment(
        words[4],
        [&]() -> pid::Result<std::string> {
            const auto answer = CurlHttp().send({"GET", words[5], {}, "", 10});
            if (answer.status != 200) return pid::Error{"failed", answer.fault, answer.status};
            return answer.body;
        },
        abort);
    return result.isOk() ? "STATUS " + result.value() : shown(result.error());
}

}  // namespace

int main(int count, char** arguments) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    const std::vector<std::string> words(arguments + 1, arguments + count);
    pid::Options options;
    options.baseUrl = words[0];
    options.clientId = words[1];
    for (std::size_t at = 4; at + 1 < words.size(); at += 1) {
        if (words[at] == "--redirect") options.redirectUri = words[at + 1];
        if (words[at] == "--timeout")
            options.signInTimeoutSeconds = options.paymentTimeoutSeconds = std::strtod(words[at + 1].c_str(), nullptr) / speed;
    }
    const auto client = std::make_shared<pid::Client>(
        options, pid::Ports{std::make_shared<CurlHttp>(), std::make_shared<pid::OpenSslCrypto>(), std::make_shared<PrintingBrowser>(),
                            std::make_shared<FastClock>(), std::make_shared<pid::FileTokenStore>(words[2])});
    const pid::Cancellation abort;
    std::thread([client, abort] {
        const std::string redirect = "redirect ";
        for (std::string line; std::getline(std::cin, line);)
            if (line == "abort") abort.cancel();
            else say(std::string("HANDLED ") + (client->handleRedirect(line.substr(redirect.size())) ? "true" : "false"));
    }).detach();
    say(run(*client, words, abort));
    return 0;
}
