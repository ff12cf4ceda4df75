namespace Pid
{
    /// <summary>The text in the ITokenStore: the token, and where it belongs.</summary>
    static class StoredSession
    {
        public static string Write(PidOptions options, string accessToken) =>
            Form.Encode(new Fields
            {
                ["service"] = options.BaseUrl,
                ["client_id"] = options.ClientId,
                ["access_token"] = accessToken,
            });

        /// <summary>Returns null for a token of another service or app: a token is never sent to a service that did not issue it.</summary>
        public static string ReadToken(string stored, PidOptions options)
        {
            var fields = Form.Decode(stored ?? "");
            return fields?.Find("service") == options.BaseUrl && fields.Find("client_id") == options.ClientId
                ? fields.Find("access_token")
                : null;
        }
    }
}
