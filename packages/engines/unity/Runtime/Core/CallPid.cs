using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    /// <summary>Calls PID, and retries with jitter where the request can be repeated.</summary>
    sealed class CallPid
    {
        const int AttemptsMax = 4;
        const double FirstPauseSeconds = 0.5;
        /// <summary>A longer Retry-After is left to the game, because the player would think that it hangs.</summary>
        const int RetryAfterMaxSeconds = 30;

        readonly PidOptions options;
        readonly IHttp http;
        readonly IClock clock;
        readonly Random random = new Random();

        public CallPid(PidOptions options, IHttp http, IClock clock)
        {
            this.options = options;
            this.http = http;
            this.clock = clock;
        }

        public Task<IReadOnlyDictionary<string, object>> Get(string path, string bearer, CancellationToken cancellation)
        {
            var request = NewRequest("GET", path);
            request.Headers["Authorization"] = "Bearer " + bearer;
            return Send(request, true, cancellation);
        }

        /// <param name="isRepeatable">False if a second request could do harm or would be refused.</param>
        public Task<IReadOnlyDictionary<string, object>> PostForm(
            string path, bool isRepeatable, Fields fields, CancellationToken cancellation) =>
            Post(path, "application/x-www-form-urlencoded", Form.Encode(fields), isRepeatable, cancellation);

        public Task<IReadOnlyDictionary<string, object>> PostJson(
            string path, bool isRepeatable, Fields members, CancellationToken cancellation) =>
            Post(path, "application/json", Json.Write(members), isRepeatable, cancellation);

        Task<IReadOnlyDictionary<string, object>> Post(
            string path, string type, string body, bool isRepeatable, CancellationToken cancellation)
        {
            var request = NewRequest("POST", path);
            request.Headers["Content-Type"] = type;
            request.Body = body;
            return Send(request, isRepeatable, cancellation);
        }

        HttpRequest NewRequest(string method, string path)
        {
            var request = new HttpRequest
            {
                Method = method,
                Url = options.BaseUrl + path,
                TimeoutSeconds = options.RequestTimeoutSeconds,
            };
            request.Headers["Accept"] = "application/json";
            return request;
        }

        async Task<IReadOnlyDictionary<string, object>> Send(
            HttpRequest request, bool isRepeatable, CancellationToken cancellation)
        {
            for (var attempt = 1; ; attempt++)
            {
                PidError problem;
                try
                {
                    var answer = await http.Send(request, cancellation);
                    if (answer.Status >= 200 && answer.Status < 300) return Json.ReadObject(answer.Body);
                    problem = ReadError.Of(answer);
                }
                catch (HttpFault fault)
                {
                    problem = new PidError("no_connection", fault.Message, cause: fault);
                }
                cancellation.ThrowIfCancellationRequested();
                if (attempt == AttemptsMax || !IsWorthRetrying(problem, isRepeatable)) throw problem;
                await clock.Delay(PauseSeconds(attempt, problem.RetryAfterSeconds), cancellation);
            }
        }

        /// <summary>
        /// PID refuses with 429 before it reads a request, so this is safe for every request. After 5xx or a fault the request may have
        /// been carried out.
        /// </summary>
        static bool IsWorthRetrying(PidError problem, bool isRepeatable) =>
            problem.RetryAfterSeconds <= RetryAfterMaxSeconds
            && (problem.Status == 429 || (isRepeatable && (problem.Status >= 500 || problem.Code == "no_connection")));

        /// <summary>0.5, 1 and 2 seconds, or Retry-After, and jitter.</summary>
        double PauseSeconds(int attempt, int retryAfterSeconds)
        {
            var pause = FirstPauseSeconds * Math.Pow(2, attempt - 1);
            return Math.Max(pause, retryAfterSeconds) - pause + WithJitter(pause);
        }

        /// <summary>Up to twice as long, so that clients do not return at the same moment.</summary>
        public double WithJitter(double seconds) => seconds * (1 + random.NextDouble());
    }
}
