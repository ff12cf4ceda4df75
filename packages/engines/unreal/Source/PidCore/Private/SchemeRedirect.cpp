#include <chrono>

#include "Redirect.h"

namespace pid {

Result<Fields> SchemeRedirect::answer(const Stop& stop) {
    std::unique_lock<std::mutex> lock(mutex);
    while (!fields) {
        if (const auto reason = stop.reason()) return *reason;
        delivered.wait_for(lock, std::chrono::milliseconds(50));
    }
    return *fields;
}

bool SchemeRedirect::deliver(const std::string& url) {
    const auto question = url.find('?');
    if (question == std::string::npos || url.substr(0, question) != address) return false;
    const auto given = decodeForm(url.substr(question + 1));
    if (!given || fieldOf(*given, "state") != state) return false;
    const std::lock_guard<std::mutex> lock(mutex);
    if (fields) return false;
    fields = given;
    delivered.notify_all();
    return true;
}

}  // namespace pid
