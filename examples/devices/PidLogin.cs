// Signs a player in with PID on a console or TV (RFC 8628). One C# 7.3 file without dependencies, for .NET, Mono and Unity 2018.3 or later.
//
//   .NET:   var player = await new PidLogin("https://pid.example", "app_0123").SignIn(Console.WriteLine);
//   Unity:  copy this file to Assets and call it from an async method:
//             var player = await new PidLogin(service, clientId).SignIn(line => label.text = line, cancellation);
//
// Turn on deviceFlow for your app first. Throws PidGaveUp if the player denies or the code expires.
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

public sealed class PidPlayer
{
    /// <summary>The player's permanent name, handle@pid. Use it as your key for the player.</summary>
    public string Pid;
    /// <summary>Reads the data that the player allowed, for 30 days. Keep it secret.</summary>
    public string AccessToken;
}

public sealed class PidGaveUp : Exception
{
    public PidGaveUp(string reason) : base(reason) { }
}

public sealed class PidLogin
{
    const string Scope = "openid profile";
    const string DeviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(15) };
    readonly string service;
    readonly string clientId;

    public PidLogin(string service, string clientId)
    {
        this.service = service.TrimEnd('/');
        this.clientId = clientId;
    }

    public async Task<PidPlayer> SignIn(Action<string> show, CancellationToken cancellation = default)
    {
        var discovery = await Get(service + "/.well-known/openid-configuration", null, cancellation);
        var begun = await Post(Text(discovery, "device_authorization_endpoint"), new Dictionary<string, string>
        {
            ["client_id"] = clientId,
            ["scope"] = Scope,
        }, cancellation);
        if (Text(begun, "error") != null) throw new InvalidOperationException(Reason(begun));
        // Show the address and the code in large type, and a QR code of verification_uri_complete if you can draw one.
        show("Open " + Text(begun, "verification_uri") + " and type " + Text(begun, "user_code"));
        var pause = Number(begun, "interval", 5);
        while (true)
        {
            await Task.Delay(TimeSpan.FromSeconds(pause), cancellation);
            var tokens = await Post(Text(discovery, "token_endpoint"), new Dictionary<string, string>
            {
                ["grant_type"] = DeviceGrant,
                ["device_code"] = Text(begun, "device_code"),
                ["client_id"] = clientId,
            }, cancellation);
            switch (Text(tokens, "error"))
            {
                case null:
                    var token = Text(tokens, "access_token");
                    var player = await Get(Text(discovery, "userinfo_endpoint"), token, cancellation);
                    return new PidPlayer { Pid = Text(player, "sub"), AccessToken = token };
                case "authorization_pending":
                    break;
                case "slow_down":
                    pause += 5;
                    break;
                case "access_denied":
                case "expired_token":
                    throw new PidGaveUp(Text(tokens, "error"));
                default:
                    throw new InvalidOperationException(Reason(tokens));
            }
        }
    }

    static async Task<string> Post(string address, Dictionary<string, string> fields, CancellationToken cancellation)
    {
        // Errors have status 400 or 401 and a JSON body, so do not throw on them.
        using (var answer = await Http.PostAsync(address, new FormUrlEncodedContent(fields), cancellation))
            return await answer.Content.ReadAsStringAsync();
    }

    static async Task<string> Get(string address, string token, CancellationToken cancellation)
    {
        using (var request = new HttpRequestMessage(HttpMethod.Get, address))
        {
            if (token != null) request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
            using (var answer = await Http.SendAsync(request, cancellation))
            {
                answer.EnsureSuccessStatusCode();
                return await answer.Content.ReadAsStringAsync();
            }
        }
    }

    // Reads a flat JSON object. If your project has a JSON library, use that instead.
    static string Text(string json, string name)
    {
        var found = Regex.Match(json, "\"" + Regex.Escape(name) + "\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
        return found.Success ? Regex.Unescape(found.Groups[1].Value.Replace("\\/", "/")) : null;
    }

    static int Number(string json, string name, int otherwise)
    {
        var found = Regex.Match(json, "\"" + Regex.Escape(name) + "\"\\s*:\\s*(\\d+)");
        return found.Success ? int.Parse(found.Groups[1].Value) : otherwise;
    }

    static string Reason(string json) => Text(json, "error_description") ?? Text(json, "error");
}
