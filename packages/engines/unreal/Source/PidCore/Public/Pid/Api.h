#pragma once

// Unreal defines this to export symbols between modules.
#ifndef PIDCORE_API
#define PIDCORE_API
#endif
