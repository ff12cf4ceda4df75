using System;
using System.Threading;
using System.Threading.Tasks;

namespace Pid
{
    public sealed partial class PidClient
    {
        SchemeRedirect waiting;

        /// <summary>
        /// Opens the system browser, where the player signs in and allows your game, and returns the player (RFC 8252). In WebGL, the page
        /// around the game opens a window instead; call this while the player presses a button, because browsers block windows otherwise.
        /// </summary>
        /// <param name="guestToken">Token of the guest who plays on this device: the guest then belongs to the player.</param>
        public Task<PidPlayer> SignInWithPid(string guestToken = null, CancellationToken cancellation = default) =>
            RunSignIn(token => ports.Page == null ? ByBrowser(guestToken, token) : ByPage(guestToken, token), cancellation);

        /// <summary>
        /// Pass every address here that the system opens your game with. Returns true if it is the result of the running sign-in, and false
        /// for all other addresses. PidUnity calls this for you.
        /// </summary>
        public bool HandleRedirect(string url) => waiting != null && waiting.Deliver(url);

        async Task<PidPlayer> ByBrowser(string guestToken, CancellationToken cancellation)
        {
            var pkce = new Pkce();
            var (code, redirectUri) = await AskBrowser(pkce.Challenge, cancellation);
            var fields = new Fields
            {
                ["grant_type"] = "authorization_code",
                ["code"] = code,
                ["redirect_uri"] = redirectUri,
                ["client_id"] = options.ClientId,
                ["code_verifier"] = pkce.Verifier,
            };
            var tokens = await Redeem(fields, guestToken, cancellation);
            return await Welcome(Json.Text(tokens, "access_token"), Json.Text(tokens, "guestId"), cancellation);
        }

        async Task<(string Code, string RedirectUri)> AskBrowser(string codeChallenge, CancellationToken cancellation)
        {
            var state = Pkce.RandomText(16);
            using (var redirect = OpenRedirect(state))
            {
                ports.Browser.Open(options.BaseUrl + "/authorize?" + Form.Encode(new Fields
                {
                    ["response_type"] = "code",
                    ["client_id"] = options.ClientId,
                    ["redirect_uri"] = redirect.Uri,
                    ["scope"] = options.Scope,
                    ["state"] = state,
                    ["code_challenge"] = codeChallenge,
                    ["code_challenge_method"] = "S256",
                }));
                var answer = await Within(options.SignInTimeoutSeconds, redirect.Answer, cancellation);
                // A code of another service must not be sent to this one (RFC 9207).
                if (answer.Find("iss") != options.BaseUrl)
                    throw new PidError("failed", "The response comes from another issuer than " + options.BaseUrl);
                var error = answer.Find("error");
                if (error != null) throw new PidError(error, "The sign-in ended with " + error);
                return (answer.Find("code") ?? throw Unexpected("code"), redirect.Uri);
            }
        }

        IRedirect OpenRedirect(string state) => options.RedirectUri == null
            ? (IRedirect)new LoopbackRedirect(state)
            : waiting = new SchemeRedirect(options.RedirectUri, state);

        async Task<PidPlayer> ByPage(string guestToken, CancellationToken cancellation)
        {
            var page = await ports.Page.SignIn(options, cancellation);
            var members = new Fields
            {
                ["client_id"] = options.ClientId,
                ["code"] = page.Code,
                ["code_verifier"] = page.CodeVerifier,
            };
            var login = await WithGuest(members, guestToken, () => call.PostJson("/v1/auth/exchange", false, members, cancellation));
            return await Welcome(Json.Text(login, "accessToken"), Json.Text(login, "guestId"), cancellation);
        }
    }
}
