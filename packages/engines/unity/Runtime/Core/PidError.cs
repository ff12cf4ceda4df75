using System;
using System.Collections.Generic;

namespace Pid
{
    /// <summary>
    /// Thrown when a request is refused, denied or not completed. Branch on Code; Message is English text for developers.
    /// Codes of this package:
    /// access_denied (the player denied), expired_token (the code expired), timeout (no result in time), aborted (your code cancelled),
    /// superseded (your code started another sign-in), no_connection (no response after all retries), closed (the player closed the
    /// window, WebGL only), invalid_pay_url (not an address of a payment), unsupported (this platform cannot do it), failed (the response has
    /// no known code).
    /// All other codes come from PID.
    /// </summary>
    public sealed class PidError : Exception
    {
        static readonly IReadOnlyDictionary<string, string> NoContext = new Dictionary<string, string>();

        public PidError(
            string code,
            string message = null,
            int status = 0,
            IReadOnlyDictionary<string, string> context = null,
            int retryAfterSeconds = 0,
            string requestId = null,
            Exception cause = null)
            : base(message ?? code, cause)
        {
            Code = code;
            Status = status;
            Context = context ?? NoContext;
            RetryAfterSeconds = retryAfterSeconds;
            RequestId = requestId;
        }

        public string Code { get; }

        /// <summary>HTTP status code; 0 if the error is not a response of PID.</summary>
        public int Status { get; }

        /// <summary>Values that belong to the code.</summary>
        public IReadOnlyDictionary<string, string> Context { get; }

        /// <summary>Seconds to wait before you retry; 0 if PID did not say.</summary>
        public int RetryAfterSeconds { get; }

        /// <summary>Id of the request in the logs of PID, or null. Include it when you report a problem.</summary>
        public string RequestId { get; }
    }
}
