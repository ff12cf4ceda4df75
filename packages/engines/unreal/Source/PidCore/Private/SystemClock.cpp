#include <algorithm>
#include <chrono>
#include <thread>

#include "Pid/Ports.h"

namespace pid {
namespace {

const double sliceSeconds = 0.05;

}  // namespace

double SystemClock::nowSeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void SystemClock::sleep(double seconds, const std::function<bool()>& isStopped) {
    const double untilSeconds = nowSeconds() + seconds;
    for (double left = seconds; left > 0 && !isStopped(); left = untilSeconds - nowSeconds())
        std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left, sliceSeconds)));
}

}  // namespace pid
