using UnrealBuildTool;

public class PidUnreal : ModuleRules
{
    public PidUnreal(ReadOnlyTargetRules Target) : base(Target)
    {
        PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
        PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "DeveloperSettings", "Engine", "PidCore" });
        PrivateDependencyModuleNames.Add("HTTP");
        AddEngineThirdPartyPrivateStaticDependencies(Target, "OpenSSL");
    }
}
