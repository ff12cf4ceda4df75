#include <algorithm>

#include "CallPid.h"

namespace pid {
namespace {

const double firstQuestionSeconds = 2;
const double questionMaxSeconds = 10;
const int failuresMax = 5;

}  // namespace

Result<std::string> Client::requestPayment(
    const std::string& payUrl, const std::function<Result<std::string>()>& readStatus, Cancellation cancellation) {
    if (problem) return *problem;
    // The system opens any address that it gets, also of other programs.
    const auto begin = options.baseUrl + "/pay/";
    if (payUrl.compare(0, begin.size(), begin) != 0)
        return Error{"invalid_pay_url", "payUrl must be the payUrl of a payment at " + options.baseUrl};
    ports.browser->open(payUrl);
    const auto stop = Stop(*ports.clock, cancellation, {}).within(options.paymentTimeoutSeconds);
    int failures = 0;
    for (double pauseSeconds = firstQuestionSeconds;; pauseSeconds = std::min(pauseSeconds * 1.25, questionMaxSeconds)) {
        if (const auto reason = stop.sleep(call->withJitter(pauseSeconds))) return *reason;
        const auto status = readStatus();
        if (status.isOk() && status.value() != "open") return status;
        failures = status.isOk() ? 0 : failures + 1;
        if (failures == failuresMax) return status;
    }
}

}  // namespace pid
