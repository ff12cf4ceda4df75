using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace Pid
{
    static class ReadError
    {
        /// <summary>One parameter of an RFC 9651 item, for example <c>; to="a \"b\""</c>.</summary>
        static readonly Regex Parameter = new Regex("; *([a-z_][a-z0-9_]*)=(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;]*))");

        /// <summary>
        /// The OpenID endpoints name the code in the body (RFC 6749, 5.2), all others in the header pid-error. A proxy in front of PID
        /// names none.
        /// </summary>
        public static PidError Of(HttpAnswer answer)
        {
            var body = Json.ReadObject(answer.Body);
            var header = Header(answer, "pid-error") ?? "";
            var code = Json.Text(body, "error") ?? Regex.Match(header, "^[a-z_]+").Value;
            int.TryParse(Header(answer, "retry-after"), out var retryAfterSeconds);
            return new PidError(
                code == "" ? "failed" : code,
                Json.Text(body, "error_description") ?? Message(body) ?? "PID responded with " + answer.Status,
                answer.Status,
                ContextOf(header),
                retryAfterSeconds > 0 ? retryAfterSeconds : 0,
                Header(answer, "x-request-id"));
        }

        static Dictionary<string, string> ContextOf(string header)
        {
            var context = new Dictionary<string, string>();
            foreach (Match found in Parameter.Matches(header))
                context[found.Groups[1].Value] = found.Groups[2].Success
                    ? Regex.Replace(found.Groups[2].Value, @"\\(.)", "$1")
                    : found.Groups[3].Value;
            return context;
        }

        /// <summary>A validation error has one sentence per broken rule.</summary>
        static string Message(IReadOnlyDictionary<string, object> body) =>
            body != null && body.TryGetValue("message", out var value) && value is List<object> sentences
                ? string.Join("; ", sentences.OfType<string>())
                : Json.Text(body, "message");

        static string Header(HttpAnswer answer, string name) =>
            answer.Headers.TryGetValue(name, out var value) ? value : null;
    }
}
