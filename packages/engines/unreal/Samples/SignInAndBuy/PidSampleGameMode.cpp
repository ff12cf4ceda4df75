#include "PidSampleGameMode.h"

#include "Engine/GameInstance.h"
#include "GameFramework/PlayerController.h"
#include "HttpModule.h"
#include "Interfaces/IHttpRequest.h"
#include "Interfaces/IHttpResponse.h"

APidSampleGameMode::APidSampleGameMode()
{
    HUDClass = APidSampleHUD::StaticClass();
}

UPidSubsystem* APidSampleHUD::Pid() const
{
    return GetGameInstance()->GetSubsystem<UPidSubsystem>();
}

void APidSampleHUD::BeginPlay()
{
    Super::BeginPlay();
    GetOwningPlayerController()->bShowMouseCursor = true;
    GetOwningPlayerController()->bEnableClickEvents = true;
    Pid()->OnSignedIn.AddDynamic(this, &APidSampleHUD::ShowPlayer);
    Pid()->OnSignedOut.AddDynamic(this, &APidSampleHUD::ShowSignedOut);
    Pid()->OnFailed.AddDynamic(this, &APidSampleHUD::ShowError);
    Pid()->OnCodeShown.AddDynamic(this, &APidSampleHUD::ShowCode);
    Pid()->OnPaymentEnded.AddDynamic(this, &APidSampleHUD::ShowPayment);
    Pid()->Resume();
}

void APidSampleHUD::DrawHUD()
{
    Super::DrawHUD();
    DrawText(SignedIn.Pid.IsEmpty() ? FString(TEXT("Not signed in")) : TEXT("Welcome, ") + SignedIn.Pid, FLinearColor::White, 40, 40);
    DrawText(Text, FLinearColor::White, 40, 70);
    if (SignedIn.Pid.IsEmpty())
    {
        DrawButton(TEXT("Sign in with PID"), TEXT("browser"), 110);
        DrawButton(TEXT("Sign in with a code"), TEXT("code"), 150);
    }
    else
    {
        DrawButton(TEXT("Buy a golden sword"), TEXT("buy"), 110);
        DrawButton(TEXT("Log out"), TEXT("out"), 150);
    }
}

void APidSampleHUD::DrawButton(const FString& Label, FName Name, float Top)
{
    DrawRect(FLinearColor(0.1f, 0.2f, 0.5f), 40, Top, 260, 32);
    DrawText(Label, FLinearColor::White, 52, Top + 8);
    AddHitBox(FVector2D(40, Top), FVector2D(260, 32), Name, true);
}

void APidSampleHUD::NotifyHitBoxClick(FName BoxName)
{
    Text.Empty();
    if (BoxName == TEXT("browser")) Pid()->SignInWithPid();
    else if (BoxName == TEXT("code")) Pid()->SignInWithCode();
    else if (BoxName == TEXT("out")) Pid()->LogOut();
    else if (BoxName == TEXT("buy")) Buy();
}

/** The server creates the payment and returns its id and its payUrl, separated by a space. It alone knows whether the payment is paid. */
void APidSampleHUD::Buy()
{
    const FHttpRequestRef Request = FHttpModule::Get().CreateRequest();
    Request->SetVerb(TEXT("POST"));
    Request->SetURL(GameServer + TEXT("/orders"));
    // Your server asks PID whose token this is, with the client secret (/oidc/introspect).
    Request->SetHeader(TEXT("Authorization"), TEXT("Bearer ") + SignedIn.AccessToken);
    Request->OnProcessRequestComplete().BindWeakLambda(this,
        [this](FHttpRequestPtr, FHttpResponsePtr Response, bool bSucceeded)
        {
            FString Id, PayUrl;
            const bool bOrdered = bSucceeded && Response->GetResponseCode() == 200;
            if (bOrdered && Response->GetContentAsString().Split(TEXT(" "), &Id, &PayUrl))
                Pid()->RequestPayment(PayUrl, GameServer + TEXT("/orders/") + Id);
            else
                Text = TEXT("The game's server did not respond");
        });
    Request->ProcessRequest();
}

void APidSampleHUD::ShowPlayer(const FPidPlayer& Player)
{
    SignedIn = Player;
    Text.Empty();
}

void APidSampleHUD::ShowSignedOut()
{
    SignedIn = FPidPlayer();
}

void APidSampleHUD::ShowError(const FPidError& Error)
{
    // Show your own words: "The player denied", "Try again" and so on.
    Text = Error.Code;
}

void APidSampleHUD::ShowCode(const FString& UserCode, const FString& VerificationUri)
{
    Text = TEXT("Open ") + VerificationUri + TEXT(" and type ") + UserCode;
}

void APidSampleHUD::ShowPayment(const FString& Status)
{
    Text = TEXT("The payment is ") + Status;
}
