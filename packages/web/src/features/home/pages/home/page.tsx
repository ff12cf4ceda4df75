import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import type { Balance, Identity, OwnGame } from '../../../../kit/api/shapes.ts';
import { playCreature } from '../../../../kit/creature/play-creature.ts';
import { seenBalance } from '../../../../kit/creature/seen-balance.ts';
import { formatRupiah } from '../../../../kit/format/rupiah.ts';
import { useCommon } from '../../../../kit/i18n/locale.ts';
import { BalanceStrip } from '../../../money/parts/balance-strip.tsx';
import { GAME_GRID, GameTile } from '../../../games/parts/game-tile.tsx';
import type { PageProps } from '../../../../kit/navigation/page-props.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import { signOut, rememberSignedIn } from '../../../../kit/session/session.ts';
import { Button, ButtonLink } from '../../../../kit/controls/button.tsx';
import { CopyButton } from '../../../../kit/controls/copy-button.tsx';
import { ErrorNotice } from '../../../../kit/controls/error-notice.tsx';
import { GameCover } from '../../../../kit/controls/game-cover.tsx';
import { SignOutIcon } from '../../../../kit/controls/icons.tsx';
import { IdentityCard } from '../../../identity/parts/identity-card.tsx';
import { readSuspension, type Suspension } from '../../../../kit/suspension/read-suspension.ts';
import { PageTitle } from '../../../../kit/controls/page-title.tsx';
import { Skeleton, SkeletonGroup, useLoad } from '../../../../kit/controls/loading.tsx';
import { useAction } from '../../../../kit/controls/use-action.ts';
import { FamilyCard, readFamily, type Family } from '../../../family/parts/family-card.tsx';
import { KeyPrompts, readKeys } from './key-prompts.tsx';
import { SafetyCard, readSafety, type Safety } from './safety-card.tsx';
import type { Keys } from './key-prompts.tsx';
import type { Text } from './text.en.ts';

/** False during the first paint, so that expensive content below the fold is drawn right after it. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true), 0));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/** Names the newest incoming amount: the growth of the balance may be the sum of several entries. */
async function showIncoming(handle: string): Promise<void> {
  const incoming = await api.call('getStatement', { direction: 'in', limit: 1 }).catch(() => null);
  const newest = incoming?.items[0];
  if (newest)
    await playCreature({ kind: 'received', handle, said: `+${formatRupiah(BigInt(newest.amount))}` });
}

const GAMES_SHOWN = 5;

function Games({ text, games }: { text: Text; games: readonly OwnGame[] }) {
  return (
    <section class="grid grid-cols-1 gap-3" aria-labelledby="games">
      <div class="flex flex-wrap items-center justify-between gap-3">
        <h2 id="games" class="text-xl">
          {text.games}
        </h2>
        <a class="text-link -my-2 inline-flex min-h-11 items-center text-sm" href={PAGE_PATHS.games}>
          {text.allGames}
        </a>
      </div>
      {games.length === 0 ? (
        <div class="panel overflow-hidden">
          <GameCover seed="first-game" cover={null} class="aspect-[21/9]" />
          <div class="grid gap-3 p-4">
            <p>{text.noGames}</p>
            <ButtonLink look="sun" href={PAGE_PATHS.games}>
              {text.findGame}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <ul class={GAME_GRID}>
          {games.map((game, index) => (
            <GameTile key={game.client_id} text={text.gameText} game={game} large={index === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface IdentityViewProps {
  readonly text: Text;
  readonly identity: Identity;
  readonly suspension: Suspension;
  readonly keys: Keys;
  /** Undefined until the chain has responded. */
  readonly safety: Safety | null | undefined;
  readonly family: Family | null;
  readonly balance: Balance;
  readonly games: readonly OwnGame[];
  readonly photo: string | null;
  readonly onChanged: () => void;
}

function IdentityView({
  text,
  identity,
  suspension,
  keys,
  safety,
  family,
  balance,
  games,
  photo,
  onChanged,
}: IdentityViewProps) {
  const common = useCommon();
  const leave = useAction(signOut);
  const handle = identity.pid.replace(/@pid$/u, '');
  const isSuspended = identity.status === 'suspended';
  const isPainted = useAfterPaint();
  useEffect(() => {
    if (seenBalance.hasGrown(identity.pid, balance.balance)) void showIncoming(handle);
  }, [identity.pid, balance.balance]);
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle>{text.hello(handle)}</PageTitle>
      {suspension && (
        <suspension.Notice title={text.suspendedTitle} body={text.suspendedBody} reason={suspension.reason} />
      )}
      <div class="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div class="grid grid-cols-1 gap-6">
          <div class="grid grid-cols-1 gap-2">
            <a
              class="mx-auto block w-full max-w-md rounded-[1.25rem]"
              href={PAGE_PATHS.profile}
              aria-label={text.openProfile}
            >
              <IdentityCard
                handle={handle}
                createdAt={identity.createdAt}
                status={identity.status}
                photo={photo}
                lined={isPainted}
              />
            </a>
            <p class="flex justify-center">
              <CopyButton value={identity.pid} label={text.copyPid} />
            </p>
          </div>
          {!isSuspended && <FamilyCard text={text.family} family={family} onChanged={onChanged} />}
          <Games text={text} games={games} />
        </div>
        <div class="grid grid-cols-1 gap-6">
          <BalanceStrip text={text.moneyText} balance={balance.balance} mayMove={!isSuspended} />
          {!isSuspended && <KeyPrompts text={text} keys={keys} onAdded={onChanged} />}
          {safety !== undefined && (
            <>
              <SafetyCard text={text.safety} safety={safety} passkeys={keys.passkeys} />
              <div class="grid grid-cols-1 gap-2">
                <p class="flex flex-wrap items-center justify-between gap-3">
                  <Button look="plain" small busy={leave.busy} onClick={() => leave.run()}>
                    <SignOutIcon class="size-4" />
                    {common.signOut}
                  </Button>
                  <a
                    class="text-link inline-flex min-h-11 items-center text-sm"
                    href={`${PAGE_PATHS.security}?tab=activity`}
                  >
                    {text.allActivity}
                  </a>
                </p>
                <ErrorNotice error={leave.error} />
                <p class="text-sm text-muted">{text.signOutHint}</p>
              </div>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

export function Page({ text }: PageProps<Text>) {
  const loaded = useLoad('home', async (signal) => {
    const [identity, keys, balance, own, profile, family] = await Promise.all([
      api.call('getIdentity', {}, { signal }),
      readKeys(signal),
      api.call('getBalance', {}, { signal }),
      api.call('listOwnGames', { limit: GAMES_SHOWN }, { signal }),
      api.call('getProfile', {}, { signal }),
      readFamily(signal),
    ]);
    rememberSignedIn(identity.pid);
    const suspension = await readSuspension(identity, signal);
    return {
      identity,
      suspension,
      keys,
      balance,
      family,
      games: own.items,
      photo: profile.avatarUrl,
    };
  });
  // On its own, because the page must not wait for the chain.
  const safety = useLoad('safety', readSafety);
  const reload = () => {
    loaded.reload();
    safety.reload();
  };
  if (loaded.state === 'ready') {
    const known = safety.state === 'ready' ? safety.value : undefined;
    return <IdentityView text={text} {...loaded.value} safety={known} onChanged={reload} />;
  }
  return (
    <div class="grid grid-cols-1 gap-6">
      <PageTitle>{text.title}</PageTitle>
      {loaded.state === 'failed' ? (
        <ErrorNotice error={loaded.error} onRetry={loaded.reload} />
      ) : (
        <div class="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <Skeleton class="mx-auto aspect-[400/252] w-full max-w-md rounded-xl" />
          <SkeletonGroup lines={5} />
        </div>
      )}
    </div>
  );
}
