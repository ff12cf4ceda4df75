using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    /// <summary>What PidClient needs from the platform. PidUnity.Create fills it in; replace single parts as you need.</summary>
    public sealed class PidPorts
    {
        public IHttp Http { get; set; }

        public IBrowser Browser { get; set; }

        public IClock Clock { get; set; }

        public ITokenStore Store { get; set; }

        /// <summary>The web page around a WebGL build, which signs in instead of the system browser. Null on all other platforms.</summary>
        public IPage Page { get; set; }
    }

    /// <summary>Sends one request and follows no redirect. Throws HttpFault if there is no response.</summary>
    public interface IHttp
    {
        Task<HttpAnswer> Send(HttpRequest request, CancellationToken cancellation);
    }

    /// <summary>Opens an address in the browser of the system, never in a web view of the game (RFC 8252, 8.12).</summary>
    public interface IBrowser
    {
        void Open(string url);
    }

    public interface IClock
    {
        /// <summary>Seconds since an arbitrary start. It never goes backwards.</summary>
        double NowSeconds { get; }

        Task Delay(double seconds, CancellationToken cancellation);
    }

    /// <summary>Keeps one secret text on this device. Use the keychain of the platform if your game has access to one.</summary>
    public interface ITokenStore
    {
        /// <summary>Returns null if nothing is stored.</summary>
        string Load();

        void Save(string secret);

        void Clear();
    }

    /// <summary>Signs in with the JavaScript SDK of the page around the game.</summary>
    public interface IPage
    {
        Task<PageCode> SignIn(PidOptions options, CancellationToken cancellation);
    }

    /// <summary>Result of signInWithPid of the JavaScript SDK.</summary>
    public sealed class PageCode
    {
        PageCode(string code, string codeVerifier)
        {
            Code = code;
            CodeVerifier = codeVerifier;
        }

        /// <summary>Reads code and codeVerifier from JSON. Throws the PidError of the page if it has an error and a message instead.</summary>
        public static PageCode Read(string json)
        {
            var members = Json.ReadObject(json);
            var code = Json.Text(members, "code");
            var codeVerifier = Json.Text(members, "codeVerifier");
            if (code == null || codeVerifier == null) throw new PidError(Json.Text(members, "error") ?? "failed", Json.Text(members, "message"));
            return new PageCode(code, codeVerifier);
        }

        public string Code { get; }

        public string CodeVerifier { get; }
    }

    public sealed class HttpRequest
    {
        public string Method { get; set; }

        public string Url { get; set; }

        public IDictionary<string, string> Headers { get; } = new Dictionary<string, string>();

        /// <summary>Null for GET.</summary>
        public string Body { get; set; }

        public double TimeoutSeconds { get; set; }
    }

    public sealed class HttpAnswer
    {
        public HttpAnswer(int status, string body)
        {
            Status = status;
            Body = body;
        }

        public int Status { get; }

        public string Body { get; }

        /// <summary>Names are compared without case.</summary>
        public IDictionary<string, string> Headers { get; } =
            new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
    }

    /// <summary>No response: no connection, a broken one, or a timeout.</summary>
    public sealed class HttpFault : Exception
    {
        public HttpFault(string message, Exception cause = null) : base(message, cause) { }
    }
}
