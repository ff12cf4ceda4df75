#include "PidSubsystem.h"

#include "Async/Async.h"
#include "HAL/PlatformProcess.h"
#include "Misc/Paths.h"
#include "OpenSslCrypto.h"
#include "PidSettings.h"
#include "UnrealHttp.h"

namespace
{
    FString ToUnreal(const std::string& Text) { return FString(UTF8_TO_TCHAR(Text.c_str())); }

    std::string FromUnreal(const FString& Text) { return std::string(TCHAR_TO_UTF8(*Text)); }

    class FUnrealBrowser final : public pid::IBrowser
    {
    public:
        virtual void open(const std::string& Url) override
        {
            // Some platforms open addresses only on the game thread.
            AsyncTask(ENamedThreads::GameThread, [Address = ToUnreal(Url)] { FPlatformProcess::LaunchURL(*Address, nullptr, nullptr); });
        }
    };
}

void UPidSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
    Super::Initialize(Collection);
    const UPidSettings* Settings = GetDefault<UPidSettings>();
    const FString File = FPaths::ConvertRelativePathToFull(FPaths::ProjectSavedDir() / TEXT("Pid/session"));
    Ports = {std::make_shared<FUnrealHttp>(), std::make_shared<pid::OpenSslCrypto>(), std::make_shared<FUnrealBrowser>(),
             std::make_shared<pid::SystemClock>(), std::make_shared<pid::FileTokenStore>(FromUnreal(File))};
    pid::Options Options;
    Options.baseUrl = FromUnreal(Settings->BaseUrl);
    Options.clientId = FromUnreal(Settings->ClientId);
    Options.scope = FromUnreal(Settings->Scope);
    Options.redirectUri = FromUnreal(Settings->RedirectUri);
    Client = std::make_shared<pid::Client>(Options, Ports);
}

void UPidSubsystem::Deinitialize()
{
    Abort();
    Super::Deinitialize();
}

template <class T>
void UPidSubsystem::Run(
    TFunction<pid::Result<T>(pid::Client&, pid::Cancellation)> Work, TFunction<void(UPidSubsystem&, const T&)> Finish)
{
    const TWeakObjectPtr<UPidSubsystem> Self(this);
    // The worker keeps the client alive, also after the subsystem has ended.
    Async(EAsyncExecution::Thread, [Self, Running = Client, Stop = Cancellation, Work = MoveTemp(Work), Finish = MoveTemp(Finish)]
    {
        const pid::Result<T> Result = Work(*Running, Stop);
        AsyncTask(ENamedThreads::GameThread, [Self, Result, Finish]
        {
            if (!Self.IsValid()) return;
            if (Result.isOk()) Finish(*Self, Result.value());
            else Self->Fail(Result.error());
        });
    });
}

void UPidSubsystem::SignInWithPid(const FString& GuestToken)
{
    Run<pid::Player>(
        [Guest = FromUnreal(GuestToken)](pid::Client& Pid, pid::Cancellation Stop) { return Pid.signInWithPid(Guest, Stop); },
        [](UPidSubsystem& Self, const pid::Player& Player) { Self.Welcome(Player); });
}

void UPidSubsystem::SignInWithCode(const FString& GuestToken)
{
    const auto Show = [Self = TWeakObjectPtr<UPidSubsystem>(this)](const pid::Code& Code)
    {
        AsyncTask(ENamedThreads::GameThread, [Self, Code]
        {
            if (Self.IsValid()) Self->OnCodeShown.Broadcast(ToUnreal(Code.userCode), ToUnreal(Code.verificationUri));
        });
    };
    Run<pid::Player>(
        [Show, Guest = FromUnreal(GuestToken)](pid::Client& Pid, pid::Cancellation Stop) { return Pid.signInWithCode(Show, Guest, Stop); },
        [](UPidSubsystem& Self, const pid::Player& Player) { Self.Welcome(Player); });
}

void UPidSubsystem::Resume()
{
    Run<std::optional<pid::Player>>([](pid::Client& Pid, pid::Cancellation Stop) { return Pid.resume(Stop); },
        [](UPidSubsystem& Self, const std::optional<pid::Player>& Player)
        {
            if (Player) Self.Welcome(*Player);
            else Self.OnSignedOut.Broadcast();
        });
}

void UPidSubsystem::LogOut()
{
    // The device forgets the session even if PID cannot be reached.
    Run<std::optional<pid::Error>>(
        [](pid::Client& Pid, pid::Cancellation Stop) -> pid::Result<std::optional<pid::Error>>
        {
            const pid::Result<pid::Done> Result = Pid.logOut(Stop);
            return Result.isOk() ? std::nullopt : std::optional<pid::Error>(Result.error());
        },
        [](UPidSubsystem& Self, const std::optional<pid::Error>& Problem)
        {
            if (Problem) Self.Fail(*Problem);
            Self.AccessToken.clear();
            Self.OnSignedOut.Broadcast();
        });
}

void UPidSubsystem::RequestPayment(const FString& PayUrl, const FString& StatusUrl)
{
    std::map<std::string, std::string> Headers;
    if (!AccessToken.empty()) Headers["Authorization"] = "Bearer " + AccessToken;
    const auto ReadStatus = [Http = Ports.http, Url = FromUnreal(StatusUrl), Headers]() -> pid::Result<std::string>
    {
        const pid::HttpAnswer Answer = Http->send({"GET", Url, Headers, "", 10});
        if (Answer.status != 200) return pid::Error{"failed", Answer.fault, Answer.status};
        return Answer.body;
    };
    RequestPayment(PayUrl, TFunction<pid::Result<std::string>()>(ReadStatus));
}

void UPidSubsystem::RequestPayment(const FString& PayUrl, TFunction<pid::Result<std::string>()> ReadStatus)
{
    Run<std::string>(
        [Url = FromUnreal(PayUrl), ReadStatus = MoveTemp(ReadStatus)](pid::Client& Pid, pid::Cancellation Stop)
        { return Pid.requestPayment(Url, [&ReadStatus] { return ReadStatus(); }, Stop); },
        [](UPidSubsystem& Self, const std::string& Status) { Self.OnPaymentEnded.Broadcast(ToUnreal(Status)); });
}

bool UPidSubsystem::HandleRedirect(const FString& Url)
{
    return Client && Client->handleRedirect(FromUnreal(Url));
}

void UPidSubsystem::Abort()
{
    Cancellation.cancel();
    Cancellation = pid::Cancellation();
}

void UPidSubsystem::Welcome(const pid::Player& Player)
{
    AccessToken = Player.accessToken;
    FPidPlayer Shown;
    Shown.Pid = ToUnreal(Player.pid);
    Shown.DisplayName = ToUnreal(Player.displayName);
    Shown.AvatarUrl = ToUnreal(Player.avatarUrl);
    Shown.AccessToken = ToUnreal(Player.accessToken);
    Shown.GuestId = ToUnreal(Player.guestId);
    OnSignedIn.Broadcast(Shown);
}

void UPidSubsystem::Fail(const pid::Error& Error)
{
    FPidError Shown;
    Shown.Code = ToUnreal(Error.code);
    Shown.Message = ToUnreal(Error.message);
    Shown.Status = Error.status;
    for (const auto& [Name, Value] : Error.context) Shown.Context.Add(ToUnreal(Name), ToUnreal(Value));
    Shown.RetryAfterSeconds = Error.retryAfterSeconds;
    Shown.RequestId = ToUnreal(Error.requestId);
    OnFailed.Broadcast(Shown);
}
