import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'vitest';
import { emptyFolder, repository, run } from '../examples/copy-out.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { readBlocks } from '../guides-code/read-guide.ts';
import { testEngine } from './engine-journeys.ts';

const tools = {
  'C++ compiler': ensureTool('g++', { debian: 'g++' }),
  'headers of libcurl': ensureTool('curl-config', { debian: 'libcurl4-openssl-dev' }),
  'headers of OpenSSL': ensureTool('/usr/include/openssl/evp.h', { debian: 'libssl-dev' }),
};
const reason = skipReason(tools);
const source = path.join(repository, 'packages/engines/unreal/Source');
const folder = await emptyFolder();
const cores = readdirSync(path.join(source, 'PidCore/Private'))
  // The only file that needs Unreal.
  .filter((name) => name.endsWith('.cpp') && name !== 'PidCoreModule.cpp')
  .map((name) => path.join(source, 'PidCore/Private', name));

/** Engines compile without exceptions and run-time types. */
const strict = '-std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fno-exceptions -fno-rtti';
const includes = ['PidCore/Public', 'PidCore/Private', 'PidUnreal/Private'].map(
  (name) => `-I${path.join(source, name)}`,
);

if (reason === '') {
  const driver = path.join(import.meta.dirname, 'unreal/driver.cpp');
  const sanitized = '-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all';
  const options = [...strict.split(' '), ...sanitized.split(' '), ...includes];
  await run('g++', [...options, ...cores, driver, '-lcurl', '-lcrypto', '-pthread', '-o', 'driver'], {
    cwd: folder,
  });
}

if (reason === '')
  await testEngine({
    name: 'Unreal (C++, address and undefined-behaviour sanitizers)',
    command: [path.join(folder, 'driver')],
  });

test.skipIf(reason !== '')(`Unreal: the core compiles with optimization${reason}`, async () => {
  await run('g++', [...strict.split(' '), '-O2', ...includes, '-c', ...cores], { cwd: folder });
});

/** Headers of Unreal that the plugin includes; in the tests, all of them lead to the signatures. */
const unrealHeaders = [
  'CoreMinimal.h',
  'HttpModule.h',
  'Async/Async.h',
  'Misc/Paths.h',
  'Misc/Timespan.h',
  'HAL/Event.h',
  'HAL/PlatformProcess.h',
  'Modules/ModuleManager.h',
  'Engine/DeveloperSettings.h',
  'Engine/GameInstance.h',
  'GameFramework/GameModeBase.h',
  'GameFramework/HUD.h',
  'GameFramework/PlayerController.h',
  'Interfaces/IHttpRequest.h',
  'Interfaces/IHttpResponse.h',
  'Subsystems/GameInstanceSubsystem.h',
  'PidSettings.generated.h',
  'PidSubsystem.generated.h',
  'PidSampleGameMode.generated.h',
];

test.skipIf(reason !== '')(
  `Unreal: the module for Unreal, the sample and the README have valid syntax against signatures of Unreal${reason}`,
  async () => {
    const headers = path.join(folder, 'unreal');
    const stubs = path.join(import.meta.dirname, 'unreal/UnrealStubs.h');
    for (const name of unrealHeaders) {
      await mkdir(path.dirname(path.join(headers, name)), { recursive: true });
      await writeFile(path.join(headers, name), `#include "${stubs}"\n`);
    }
    const { blocks } = readBlocks('packages/engines/unreal/README.md', 'https://pid.example');
    const code = blocks.filter(({ language }) => language === 'cpp');
    for (const [index, block] of code.entries())
      await writeFile(
        path.join(folder, `block${index}.cpp`),
        `#include "PidSubsystem.h"\n#include "Pid/Client.h"\nvoid block(pid::Ports ports, pid::Client& given, std::string payUrl);
pid::Result<std::string> askYourServer();\nvoid block(pid::Ports ports, pid::Client& client, std::string payUrl) {\n(void)ports; (void)client; (void)payUrl;\n{\n${block.code}\n}\n}\n`,
      );
    const sample = path.join(repository, 'packages/engines/unreal/Samples/SignInAndBuy');
    const files = [
      ...['PidSubsystem', 'UnrealHttp', 'PidUnrealModule'].map((name) =>
        path.join(source, 'PidUnreal/Private', `${name}.cpp`),
      ),
      path.join(source, 'PidCore/Private/PidCoreModule.cpp'),
      path.join(sample, 'PidSampleGameMode.cpp'),
      ...code.map((_, index) => path.join(folder, `block${index}.cpp`)),
    ];
    const search = [`-I${headers}`, `-I${sample}`, `-I${path.join(source, 'PidUnreal/Public')}`, ...includes];
    const lenient = '-std=c++17 -Wall -Wextra -Werror -fno-exceptions -fno-rtti -fsyntax-only';
    await run('g++', [...lenient.split(' '), ...search, ...files], { cwd: folder });
  },
);

const mingw = ensureTool('x86_64-w64-mingw32-g++-posix', { debian: 'g++-mingw-w64-x86-64-posix' });

test.skipIf(mingw === null)(
  `Unreal: the core compiles for Windows${skipReason({ 'MinGW compiler': mingw })}`,
  async () => {
    await run(mingw!, [...strict.split(' '), ...includes, '-c', ...cores], { cwd: folder });
  },
);
