#pragma once

#include "Pid/Ports.h"

/** Sends requests with Unreal's HTTP module and waits for them. Call it on a worker thread: the game thread completes the requests. */
class FUnrealHttp final : public pid::IHttp
{
public:
    virtual pid::HttpAnswer send(const pid::HttpRequest& Request) override;
};
