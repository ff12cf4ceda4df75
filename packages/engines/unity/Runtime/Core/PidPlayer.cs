namespace Pid
{
    /// <summary>A signed-in player.</summary>
    public sealed class PidPlayer
    {
        internal PidPlayer(string pid, string displayName, string avatarUrl, string accessToken, string guestId)
        {
            Pid = pid;
            DisplayName = displayName;
            AvatarUrl = avatarUrl;
            AccessToken = accessToken;
            GuestId = guestId;
        }

        /// <summary>Permanent identifier, for example maya@pid. Use it as your key for the player.</summary>
        public string Pid { get; }

        /// <summary>Null if the player has none or did not share it. It can change.</summary>
        public string DisplayName { get; }

        /// <summary>Null if the player has none or did not share it.</summary>
        public string AvatarUrl { get; }

        /// <summary>
        /// Reads the data that the player shared, for 30 days. Keep it secret. Your game's server can learn from it who the player is: it
        /// sends the token and its client secret to /oidc/introspect.
        /// </summary>
        public string AccessToken { get; }

        /// <summary>
        /// The guest of this sign-in, which now belongs to the player. Null without a guest, and if the guest is unknown or belongs to
        /// another player. Your game's server learns of it from the event guest.claimed: it must not believe a guest that the game sends.
        /// </summary>
        public string GuestId { get; }
    }

    /// <summary>The code of a sign-in on another device. Show UserCode and VerificationUri in large type.</summary>
    public sealed class PidCode
    {
        internal PidCode(string userCode, string verificationUri, string verificationUriComplete, double expiresInSeconds)
        {
            UserCode = userCode;
            VerificationUri = verificationUri;
            VerificationUriComplete = verificationUriComplete;
            ExpiresInSeconds = expiresInSeconds;
        }

        /// <summary>For example BCDF-GHJK.</summary>
        public string UserCode { get; }

        public string VerificationUri { get; }

        /// <summary>The same address with the code in it, for a QR code.</summary>
        public string VerificationUriComplete { get; }

        public double ExpiresInSeconds { get; }
    }
}
