#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "PidSettings.generated.h"

/** Project Settings, Game, PID. */
UCLASS(Config = Game, DefaultConfig, meta = (DisplayName = "PID"))
class PIDUNREAL_API UPidSettings : public UDeveloperSettings
{
    GENERATED_BODY()

public:
    /** Base URL of PID, for example https://pid.example, or http://localhost:4100 on your own machine. */
    UPROPERTY(Config, EditAnywhere, Category = "PID")
    FString BaseUrl = TEXT("http://localhost:4100");

    /** Public client_id of your app. */
    UPROPERTY(Config, EditAnywhere, Category = "PID")
    FString ClientId;

    /** Data that the player is asked to share: openid, profile and balance, separated by spaces. */
    UPROPERTY(Config, EditAnywhere, Category = "PID")
    FString Scope = TEXT("openid profile");

    /** Return address with a private-use scheme for phones. Empty: the game listens on a free port of 127.0.0.1. */
    UPROPERTY(Config, EditAnywhere, Category = "PID")
    FString RedirectUri;
};
