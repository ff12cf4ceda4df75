using System;

namespace Pid
{
    /// <summary>Settings of your game.</summary>
    public sealed class PidOptions
    {
        /// <param name="baseUrl">Base URL of PID, for example https://pid.example, or http://localhost:4100 on your own machine.</param>
        /// <param name="clientId">Public client_id of your app. A game never contains the client secret.</param>
        public PidOptions(string baseUrl, string clientId)
        {
            // The token travels in every request, so plain http is only for your own machine.
            if (!Uri.TryCreate(baseUrl, UriKind.Absolute, out var url)
                || !(url.Scheme == "https" || (url.Scheme == "http" && url.IsLoopback))
                || url.PathAndQuery != "/")
                throw new ArgumentException("baseUrl must be an https origin, or http on loopback", nameof(baseUrl));
            if (string.IsNullOrEmpty(clientId)) throw new ArgumentException("clientId is required", nameof(clientId));
            BaseUrl = url.GetLeftPart(UriPartial.Authority);
            ClientId = clientId;
        }

        public string BaseUrl { get; }

        public string ClientId { get; }

        /// <summary>Data that the player is asked to share: openid, profile and balance, separated by spaces.</summary>
        public string Scope { get; set; } = "openid profile";

        /// <summary>
        /// Return address with a private-use scheme, for example example.game:/signed-in, for phones. List it at your app and register the
        /// scheme in your build. Null (the default) listens on a free port of 127.0.0.1.
        /// </summary>
        public string RedirectUri { get; set; }

        /// <summary>How long SignInWithPid waits for the player. Default: ten minutes.</summary>
        public double SignInTimeoutSeconds { get; set; } = 600;

        /// <summary>How long RequestPayment waits for the player. Default: one hour, as long as a payment is open.</summary>
        public double PaymentTimeoutSeconds { get; set; } = 3600;

        /// <summary>Timeout of one HTTP request.</summary>
        public double RequestTimeoutSeconds { get; set; } = 10;
    }
}
