#pragma once

#include "CoreMinimal.h"
#include "Pid/Client.h"
#include "Subsystems/GameInstanceSubsystem.h"
#include "PidSubsystem.generated.h"

/** A signed-in player. */
USTRUCT(BlueprintType)
struct FPidPlayer
{
    GENERATED_BODY()

    /** Permanent identifier, for example maya@pid. Use it as your key for the player. */
    UPROPERTY(BlueprintReadOnly, Category = "PID")
    FString Pid;

    /** Empty if the player has none or did not share it. It can change. */
    UPROPERTY(BlueprintReadOnly, Category = "PID")
    FString DisplayName;

    UPROPERTY(BlueprintReadOnly, Category = "PID")
    FString AvatarUrl;

    /** Keep it secret. Send it to your game's server only. */
    UPROPERTY(BlueprintReadOnly, Category = "PID")
    FString AccessToken;

    /**
     * The guest of this sign-in, which now belongs to the player. Empty without a guest, and if the guest is unknown or belongs to another
     * player. Your game's server learns of it from the event guest.claimed: it must not believe a guest that the game sends.
     */
    UPROPERTY(BlueprintReadOnly, Category = "PID")
    FString GuestId;
};

/** Why an operation did not succeed. The codes are listed at pid::Error. */
USTRUCT(BlueprintType)
struct FPidError
{
    GENERATED_BODY()

    UPROPERTY(BlueprintReadOnly, Category = "PID")
    FString Code;

    UPROPERTY(BlueprintReadOnly, Category = "PID")
    FString Message;

    UPROPERTY(BlueprintReadOnly, Category = "PID")
    int32 Status = 0;

    UPROPERTY(BlueprintReadOnly, Category = "PID")
    TMap<FString, FString> Context;

    UPROPERTY(BlueprintReadOnly, Category = "PID")
    int32 RetryAfterSeconds = 0;

    UPROPERTY(BlueprintReadOnly, Category = "PID")
    FString RequestId;
};

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPidSignedIn, const FPidPlayer&, Player);
DECLARE_DYNAMIC_MULTICAST_DELEGATE(FPidSignedOut);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPidFailed, const FPidError&, Error);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FPidCodeShown, const FString&, UserCode, const FString&, VerificationUri);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FPidPaymentEnded, const FString&, Status);

/** Runs the operations of pid::Client on worker threads and reports their results on the game thread. */
UCLASS()
class PIDUNREAL_API UPidSubsystem : public UGameInstanceSubsystem
{
    GENERATED_BODY()

public:
    virtual void Initialize(FSubsystemCollectionBase& Collection) override;
    virtual void Deinitialize() override;

    /**
     * Opens the system browser, where the player signs in. GuestToken is the token of the guest who plays on this device: the guest then
     * belongs to the player. Ends with OnSignedIn or OnFailed.
     */
    UFUNCTION(BlueprintCallable, Category = "PID")
    void SignInWithPid(const FString& GuestToken = TEXT(""));

    /** Signs in on a console or TV: OnCodeShown tells what to show. GuestToken as above. Ends with OnSignedIn or OnFailed. */
    UFUNCTION(BlueprintCallable, Category = "PID")
    void SignInWithCode(const FString& GuestToken = TEXT(""));

    /** Continues the session of this device. Ends with OnSignedIn, with OnSignedOut if there is none, or with OnFailed. */
    UFUNCTION(BlueprintCallable, Category = "PID")
    void Resume();

    /** Ends the player's session on all devices. Ends with OnSignedOut, after OnFailed if PID could not be reached. */
    UFUNCTION(BlueprintCallable, Category = "PID")
    void LogOut();

    /**
     * Opens the page of a payment in the system browser. StatusUrl is an address of your game's server that returns the status of the
     * payment as text. The request contains the player's AccessToken in the header Authorization, as a bearer, so use https. Ends with
     * OnPaymentEnded or OnFailed.
     */
    UFUNCTION(BlueprintCallable, Category = "PID")
    void RequestPayment(const FString& PayUrl, const FString& StatusUrl);

    /** The same with your own request to your game's server, which runs on a worker thread. */
    void RequestPayment(const FString& PayUrl, TFunction<pid::Result<std::string>()> ReadStatus);

    /** Pass every address here that the system opens your game with. */
    UFUNCTION(BlueprintCallable, Category = "PID")
    bool HandleRedirect(const FString& Url);

    /** Ends all running operations with the error aborted. */
    UFUNCTION(BlueprintCallable, Category = "PID")
    void Abort();

    UPROPERTY(BlueprintAssignable, Category = "PID")
    FPidSignedIn OnSignedIn;

    UPROPERTY(BlueprintAssignable, Category = "PID")
    FPidSignedOut OnSignedOut;

    UPROPERTY(BlueprintAssignable, Category = "PID")
    FPidFailed OnFailed;

    UPROPERTY(BlueprintAssignable, Category = "PID")
    FPidCodeShown OnCodeShown;

    UPROPERTY(BlueprintAssignable, Category = "PID")
    FPidPaymentEnded OnPaymentEnded;

private:
    /** Runs the work on a worker thread and its continuation on the game thread, unless the subsystem has ended. */
    template <class T>
    void Run(TFunction<pid::Result<T>(pid::Client&, pid::Cancellation)> Work, TFunction<void(UPidSubsystem&, const T&)> Finish);
    void Fail(const pid::Error& Error);
    void Welcome(const pid::Player& Player);

    std::shared_ptr<pid::Client> Client;
    pid::Ports Ports;
    /** Of the signed-in player. */
    std::string AccessToken;
    pid::Cancellation Cancellation;
};
