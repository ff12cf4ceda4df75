using System;
using System.Threading;
using System.Threading.Tasks;
using Pid;
using Pid.Unity;
using UnityEngine;

/// <summary>Draws buttons that sign in, resume, log out and buy an item. Set the three fields in the inspector.</summary>
public sealed class SignInAndBuy : MonoBehaviour
{
    [Tooltip("Base URL of PID")]
    public string baseUrl = "http://localhost:4100";

    [Tooltip("Public client_id of your app")]
    public string clientId = "app_0123456789";

    [Tooltip("Your game's server, which creates payments. Leave it empty to hide the shop.")]
    public string gameServer = "";

    PidClient pid;
    PidPlayer player;
    string text = "";

    async void Start()
    {
        pid = PidUnity.Create(new PidOptions(baseUrl, clientId));
        await Show(async () => player = await pid.Resume());
    }

    void OnGUI()
    {
        GUILayout.BeginArea(new Rect(20, 20, 480, 320));
        GUILayout.Label(player == null ? "Not signed in" : "Welcome, " + player.Pid);
        GUILayout.Label(text);
        if (player == null)
        {
            if (GUILayout.Button("Sign in with PID")) Run(async () => player = await pid.SignInWithPid());
            if (GUILayout.Button("Sign in with a code"))
                Run(async () => player = await pid.SignInWithCode(code => text = "Open " + code.VerificationUri + " and type " + code.UserCode));
        }
        else
        {
            if (gameServer != "" && GUILayout.Button("Buy a golden sword")) Run(Buy);
            if (GUILayout.Button("Log out")) Run(async () => { player = null; await pid.LogOut(); });
        }
        GUILayout.EndArea();
    }

    async void Run(Func<Task> work) => await Show(work);

    async Task Show(Func<Task> work)
    {
        text = "";
        try
        {
            await work();
        }
        catch (PidError error)
        {
            // Show your own words: "The player denied", "Try again" and so on.
            text = error.Code;
        }
    }

    /// <summary>The server creates the payment and returns its id and its payUrl, separated by a space. It alone knows whether the payment is paid.</summary>
    async Task Buy()
    {
        var order = (await AskServer("POST", "/orders")).Split(' ');
        text = "The payment is " + await pid.RequestPayment(order[1], _ => AskServer("GET", "/orders/" + order[0]));
    }

    async Task<string> AskServer(string method, string path)
    {
        var request = new HttpRequest { Method = method, Url = gameServer + path, TimeoutSeconds = 10 };
        // Your server asks PID whose token this is, with the client secret (/oidc/introspect).
        request.Headers["Authorization"] = "Bearer " + player.AccessToken;
        var answer = await new UnityHttp().Send(request, CancellationToken.None);
        if (answer.Status != 200) throw new PidError("failed", answer.Body, answer.Status);
        return answer.Body;
    }
}
