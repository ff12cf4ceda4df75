// Signatures of the parts of Unreal Engine 5 that the plugin uses, only to check its syntax. Nothing here runs.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#define UCLASS(...)
#define USTRUCT(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define GENERATED_BODY()
#define PIDUNREAL_API
#define THIRD_PARTY_INCLUDES_START
#define THIRD_PARTY_INCLUDES_END
#define IMPLEMENT_MODULE(Class, Name) Class Module##Name;
// Macros of Unreal that names in our headers must not collide with.
#define check(expression)
#define verify(expression)
#define ensure(expression) (expression)
#define PI (3.14f)

using TCHAR = char16_t;
using int32 = int;
#define TEXT(text) u##text
const char* TCHAR_TO_UTF8(const TCHAR*);
const TCHAR* UTF8_TO_TCHAR(const char*);

class FString
{
public:
    FString();
    FString(const TCHAR*);
    const TCHAR* operator*() const;
    bool IsEmpty() const;
    void Empty();
    FString ToLower() const;
    FString TrimStartAndEnd() const;
    bool Split(const FString& At, FString* Left, FString* Right) const;
};
FString operator+(const FString&, const FString&);
FString operator+(const TCHAR*, const FString&);
FString operator+(const FString&, const TCHAR*);
FString operator/(const FString&, const TCHAR*);

class FName
{
public:
    FName(const TCHAR*);
    bool operator==(const TCHAR*) const;
};

template <class T>
class TArray
{
public:
    const T* begin() const;
    const T* end() const;
};

template <class K, class V>
class TMap
{
public:
    V& Add(const K&, const V&);
};

template <class Signature>
class TFunction;
template <class R, class... A>
class TFunction<R(A...)>
{
public:
    template <class F, class = std::enable_if_t<std::is_convertible_v<std::invoke_result_t<F&, A...>, R>>>
    TFunction(F) {}
    R operator()(A...) const;
};

template <class T>
std::remove_reference_t<T>&& MoveTemp(T&& value)
{
    return static_cast<std::remove_reference_t<T>&&>(value);
}

enum class ESPMode { NotThreadSafe, ThreadSafe };
template <class T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedRef
{
public:
    T* operator->() const;
};
template <class T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedPtr
{
public:
    bool IsValid() const;
    T* operator->() const;
};
template <class T, ESPMode Mode>
TSharedRef<T, Mode> MakeShared()
{
    return {};
}
template <class T>
class TWeakObjectPtr
{
public:
    explicit TWeakObjectPtr(T*);
    bool IsValid() const;
    T* operator->() const;
    T& operator*() const;
};

template <class... A>
class TStubDelegate
{
public:
    void Broadcast(A...) const;
    template <class O>
    void AddDynamic(O*, void (O::*)(A...)) {}
};
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE(Name) class Name : public TStubDelegate<> {}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, T1, N1) class Name : public TStubDelegate<T1> {}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Name, T1, N1, T2, N2) class Name : public TStubDelegate<T1, T2> {}

class FDefaultModuleImpl {};
class UClass {};
class FSubsystemCollectionBase {};
class UGameInstanceSubsystem
{
public:
    using Super = UGameInstanceSubsystem;
    virtual ~UGameInstanceSubsystem();
    virtual void Initialize(FSubsystemCollectionBase&);
    virtual void Deinitialize();
};
class UDeveloperSettings {};
template <class T>
const T* GetDefault();

namespace ENamedThreads
{
enum Type { GameThread };
}
enum class EAsyncExecution { Thread };
void AsyncTask(ENamedThreads::Type, TFunction<void()>);
void Async(EAsyncExecution, TFunction<void()>);

struct FPlatformProcess
{
    static void LaunchURL(const TCHAR*, const TCHAR*, FString*);
};
struct FPaths
{
    static FString ProjectSavedDir();
    static FString ConvertRelativePathToFull(const FString&);
};
struct FTimespan
{
    static FTimespan FromSeconds(double);
};
enum class EEventMode { AutoReset, ManualReset };
class FEvent
{
public:
    void Trigger();
    bool Wait(const FTimespan&);
};
class FEventRef
{
public:
    explicit FEventRef(EEventMode);
    FEvent* operator->() const;
};

class IHttpResponse
{
public:
    int32 GetResponseCode() const;
    FString GetContentAsString() const;
    TArray<FString> GetAllHeaders() const;
};
class IHttpRequest;
using FHttpResponsePtr = TSharedPtr<IHttpResponse>;
using FHttpRequestPtr = TSharedPtr<IHttpRequest>;
using FHttpRequestRef = TSharedRef<IHttpRequest>;
class FHttpRequestCompleteDelegate
{
public:
    void BindLambda(TFunction<void(FHttpRequestPtr, FHttpResponsePtr, bool)>);
    template <class O>
    void BindWeakLambda(O*, TFunction<void(FHttpRequestPtr, FHttpResponsePtr, bool)>) {}
};
class IHttpRequest
{
public:
    void SetVerb(const FString&);
    void SetURL(const FString&);
    void SetHeader(const FString&, const FString&);
    void SetContentAsString(const FString&);
    void SetTimeout(float);
    bool ProcessRequest();
    FHttpRequestCompleteDelegate& OnProcessRequestComplete();
};
class FHttpModule
{
public:
    static FHttpModule& Get();
    FHttpRequestRef CreateRequest();
};

struct FLinearColor
{
    FLinearColor(float, float, float);
    static const FLinearColor White;
};
struct FVector2D
{
    FVector2D(float, float);
};
class UGameInstance
{
public:
    template <class T>
    T* GetSubsystem() const;
};
class APlayerController
{
public:
    bool bShowMouseCursor;
    bool bEnableClickEvents;
};
class AActor
{
public:
    virtual ~AActor();
    virtual void BeginPlay();
    UGameInstance* GetGameInstance() const;
    static UClass* StaticClass();
};
class AHUD : public AActor
{
public:
    using Super = AHUD;
    virtual void DrawHUD();
    virtual void NotifyHitBoxClick(FName);
    void DrawText(const FString&, FLinearColor, float, float);
    void DrawRect(FLinearColor, float, float, float, float);
    void AddHitBox(FVector2D, FVector2D, FName, bool);
    APlayerController* GetOwningPlayerController() const;
};
class AGameModeBase : public AActor
{
public:
    UClass* HUDClass;
};
