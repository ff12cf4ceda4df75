using System;
using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    public sealed partial class PidClient
    {
        const string DeviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
        const double PollMaxSeconds = 60;

        /// <summary>
        /// Signs in on a device without a browser, such as a console or TV (RFC 8628): the player types the shown code on a phone. Turn on
        /// deviceFlow for your app first. Throws expired_token if the player does not decide within five minutes: offer a new code then.
        /// </summary>
        /// <param name="guestToken">Token of the guest who plays on this device: the guest then belongs to the player.</param>
        public Task<PidPlayer> SignInWithCode(
            Action<PidCode> show, string guestToken = null, CancellationToken cancellation = default) =>
            RunSignIn(token => ByCode(show, guestToken, token), cancellation);

        async Task<PidPlayer> ByCode(Action<PidCode> show, string guestToken, CancellationToken cancellation)
        {
            var request = new Fields { ["client_id"] = options.ClientId, ["scope"] = options.Scope };
            var begun = await call.PostForm("/oidc/device_authorization", true, request, cancellation);
            var deviceCode = Json.Text(begun, "device_code") ?? throw Unexpected("device code");
            var expiresInSeconds = Json.Number(begun, "expires_in") ?? 300;
            var pauseSeconds = Json.Number(begun, "interval") ?? 5;
            var untilSeconds = ports.Clock.NowSeconds + expiresInSeconds;
            show(new PidCode(
                Json.Text(begun, "user_code"),
                Json.Text(begun, "verification_uri"),
                Json.Text(begun, "verification_uri_complete"),
                expiresInSeconds));
            var poll = new Fields
            {
                ["grant_type"] = DeviceGrant,
                ["device_code"] = deviceCode,
                ["client_id"] = options.ClientId,
            };
            while (ports.Clock.NowSeconds < untilSeconds)
            {
                await ports.Clock.Delay(pauseSeconds, cancellation);
                try
                {
                    var tokens = await Redeem(poll, guestToken, cancellation);
                    return await Welcome(Json.Text(tokens, "access_token"), Json.Text(tokens, "guestId"), cancellation);
                }
                catch (PidError answer) when (NextPause(answer, pauseSeconds) is double next)
                {
                    pauseSeconds = next;
                }
            }
            throw new PidError("expired_token", "The code has expired");
        }

        /// <summary>Seconds until the next poll (RFC 8628, 3.5), or null if the sign-in has ended.</summary>
        static double? NextPause(PidError answer, double pauseSeconds)
        {
            if (answer.Code == "authorization_pending") return pauseSeconds;
            if (answer.Code == "slow_down") return pauseSeconds + 5;
            if (answer.Code == "no_connection" || answer.Status >= 500) return Math.Min(pauseSeconds * 2, PollMaxSeconds);
            return null;
        }
    }
}
