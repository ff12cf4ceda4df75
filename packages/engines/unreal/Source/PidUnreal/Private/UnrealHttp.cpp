#include "UnrealHttp.h"

#include "HAL/Event.h"
#include "HAL/PlatformProcess.h"
#include "HttpModule.h"
#include "Interfaces/IHttpRequest.h"
#include "Interfaces/IHttpResponse.h"
#include "Misc/Timespan.h"

namespace
{
    /** Outlives the request if the worker thread has given up waiting. */
    struct FPending
    {
        FEventRef Done{EEventMode::ManualReset};
        pid::HttpAnswer Answer;
    };

    pid::HttpAnswer Read(const FHttpResponsePtr& Response)
    {
        pid::HttpAnswer Answer;
        if (!Response.IsValid())
        {
            Answer.fault = "No response";
            return Answer;
        }
        Answer.status = Response->GetResponseCode();
        Answer.body = TCHAR_TO_UTF8(*Response->GetContentAsString());
        for (const FString& Header : Response->GetAllHeaders())
        {
            FString Name, Value;
            if (Header.Split(TEXT(":"), &Name, &Value))
                Answer.headers[TCHAR_TO_UTF8(*Name.TrimStartAndEnd().ToLower())] = TCHAR_TO_UTF8(*Value.TrimStartAndEnd());
        }
        return Answer;
    }
}

pid::HttpAnswer FUnrealHttp::send(const pid::HttpRequest& Request)
{
    const TSharedRef<FPending, ESPMode::ThreadSafe> Pending = MakeShared<FPending, ESPMode::ThreadSafe>();
    const FHttpRequestRef Sent = FHttpModule::Get().CreateRequest();
    Sent->SetVerb(UTF8_TO_TCHAR(Request.method.c_str()));
    Sent->SetURL(UTF8_TO_TCHAR(Request.url.c_str()));
    for (const auto& [Name, Value] : Request.headers)
        Sent->SetHeader(UTF8_TO_TCHAR(Name.c_str()), UTF8_TO_TCHAR(Value.c_str()));
    if (!Request.body.empty()) Sent->SetContentAsString(UTF8_TO_TCHAR(Request.body.c_str()));
    Sent->SetTimeout(static_cast<float>(Request.timeoutSeconds));
    Sent->OnProcessRequestComplete().BindLambda(
        [Pending](FHttpRequestPtr, FHttpResponsePtr Response, bool bSucceeded)
        {
            Pending->Answer = Read(bSucceeded ? Response : FHttpResponsePtr());
            Pending->Done->Trigger();
        });
    pid::HttpAnswer NoAnswer;
    NoAnswer.fault = "No response in time";
    // The game thread can be busy, for example with loading a level.
    const FTimespan Limit = FTimespan::FromSeconds(2 * Request.timeoutSeconds);
    return Sent->ProcessRequest() && Pending->Done->Wait(Limit) ? Pending->Answer : NoAnswer;
}
