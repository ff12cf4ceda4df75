#pragma once

#include "Pid/Ports.h"
#include "Pid/Result.h"

namespace pid {

/**
 * Turns an error response into an Error. The OpenID endpoints name the code in the body (RFC 6749, 5.2), all others in the header
 * pid-error. A proxy in front of PID names none.
 */
Error readError(const HttpAnswer& answer);

}  // namespace pid
