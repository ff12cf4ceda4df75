#pragma once

#include <optional>

#include "Pid/Client.h"

namespace pid {

/** Tells a running operation whether it must end, and why. */
class Stop {
public:
    Stop(IClock& ownClock, Cancellation byGame, Cancellation byNextSignIn)
        : clock(ownClock), aborted(std::move(byGame)), superseded(std::move(byNextSignIn)) {}

    Stop within(double seconds) const {
        Stop limited = *this;
        limited.untilSeconds = clock.nowSeconds() + seconds;
        return limited;
    }

    std::optional<Error> reason() const {
        if (aborted.isCancelled()) return Error{"aborted", "Your code cancelled the operation"};
        if (superseded.isCancelled()) return Error{"superseded", "Another sign-in was started"};
        if (untilSeconds && clock.nowSeconds() >= *untilSeconds) return Error{"timeout", "The player did not finish in time"};
        return std::nullopt;
    }

    /** Waits, and returns the reason if the operation must end. */
    std::optional<Error> sleep(double seconds) const {
        clock.sleep(seconds, [this] { return reason().has_value(); });
        return reason();
    }

private:
    IClock& clock;
    Cancellation aborted;
    Cancellation superseded;
    std::optional<double> untilSeconds{};
};

}  // namespace pid
