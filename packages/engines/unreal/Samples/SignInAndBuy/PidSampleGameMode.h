#pragma once

#include "CoreMinimal.h"
#include "GameFramework/GameModeBase.h"
#include "GameFramework/HUD.h"
#include "PidSubsystem.h"
#include "PidSampleGameMode.generated.h"

/** Draws buttons that sign in, log out and buy an item. */
UCLASS()
class APidSampleHUD : public AHUD
{
    GENERATED_BODY()

public:
    /** Your game's server, which creates payments. */
    UPROPERTY(EditAnywhere, Category = "PID")
    FString GameServer = TEXT("http://localhost:4500");

    virtual void BeginPlay() override;
    virtual void DrawHUD() override;
    virtual void NotifyHitBoxClick(FName BoxName) override;

private:
    UFUNCTION()
    void ShowPlayer(const FPidPlayer& Player);

    UFUNCTION()
    void ShowSignedOut();

    UFUNCTION()
    void ShowError(const FPidError& Error);

    UFUNCTION()
    void ShowCode(const FString& UserCode, const FString& VerificationUri);

    UFUNCTION()
    void ShowPayment(const FString& Status);

    void DrawButton(const FString& Label, FName Name, float Top);
    void Buy();
    UPidSubsystem* Pid() const;

    FPidPlayer SignedIn;
    FString Text;
};

/** Choose this game mode in the World Settings of an empty level. */
UCLASS()
class APidSampleGameMode : public AGameModeBase
{
    GENERATED_BODY()

public:
    APidSampleGameMode();
};
