using UnrealBuildTool;

/** Plain C++17 without parts of Unreal. Only PidCoreModule.cpp knows the engine. */
public class PidCore : ModuleRules
{
    public PidCore(ReadOnlyTargetRules Target) : base(Target)
    {
        PCHUsage = PCHUsageMode.NoPCHs;
        // Every source file has an anonymous namespace.
        bUseUnity = false;
        PrivateDependencyModuleNames.Add("Core");
        if (Target.Platform == UnrealTargetPlatform.Win64) PublicSystemLibraries.Add("ws2_32.lib");
    }
}
