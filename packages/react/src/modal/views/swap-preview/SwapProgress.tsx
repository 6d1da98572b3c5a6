import type { SwapPlan, SwapRefusal } from '@portico/core'
import {
  hasFailed,
  type SwapFailure,
  type SwapRun,
  type SwapStage,
  type SwapWish,
  updateMoney,
} from '@portico/core/money'
import { type CopyId, isCopyId, text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { formatAsset } from '../money/formatAsset.ts'
import { Done } from '../money/parts/Done.tsx'
import type { ProgressState } from '../money/parts/Progress.tsx'
import { WalletProgress } from '../money/parts/WalletProgress.tsx'
import { TakeBack } from './TakeBack.tsx'

const states = {
  checking: 'waiting',
  waiting: 'waiting',
  sent: 'waiting',
  allowed: 'rejected',
  changed: 'rejected',
  rejected: 'rejected',
  failed: 'failed',
  unknown: 'failed',
  confirmed: 'done',
  'taken-back': 'done',
} satisfies Record<SwapStage['name'], ProgressState>

/** Shows which step of a swap is under way or has ended, and what can be done next. */
export function SwapProgress({
  run,
  onStart,
}: {
  run: SwapRun
  onStart: (wish: SwapWish, plan: SwapPlan) => void
}) {
  const { kit } = useScope()
  const { wish, plan, stage, isAllowed } = run
  const { from, to, amount, minimum } = plan.order
  const [title, ...help] = toTextIds(stage)
  const state = states[stage.name]
  // Never after `unknown`: the wallet may have sent it.
  const canSwap = ['rejected', 'failed', 'allowed'].includes(stage.name)
  const isEnd = state !== 'waiting' && !canSwap
  const finish = () =>
    updateMoney(kit, { swap: undefined, ...(stage.name === 'confirmed' ? { swapDraft: undefined } : {}) })
  return (
    <WalletProgress
      networkId={wish.subject.networkId}
      state={state}
      isInWallet={stage.name === 'waiting'}
      title={title}
      help={isAllowed && canSwap ? [...help, 'swap.stillAllowed'] : help}
      values={{ from: formatAsset(amount, from), to: formatAsset(minimum, to, 6), symbol: from.symbol }}
      hash={'hash' in stage ? stage.hash : undefined}
      end={(isEnd || stage.name === 'sent') && <Done isMain={isEnd} onClick={finish} />}
    >
      {canSwap && (
        <Button kind="main" autoFocus onClick={() => onStart(wish, plan)}>
          {text(isAllowed ? 'swap.swap' : 'action.tryAgain')}
        </Button>
      )}
      {state !== 'waiting' && stage.name !== 'unknown' && <TakeBack />}
    </WalletProgress>
  )
}

/** The IDs of the stage's title and of the sentences below it. */
function toTextIds(stage: SwapStage): readonly [title: CopyId, ...help: CopyId[]] {
  switch (stage.name) {
    case 'waiting':
      return withHelp(`swap.waiting.${stage.step}`)
    case 'sent':
      return withHelp(`swap.sent.${stage.step}`)
    case 'failed':
      if (hasFailed(stage.reason)) return withHelp(`outcome.${stage.reason}`)
      return isRefusal(stage.reason)
        ? ['swap.unsigned', `swap.refusal.${stage.reason}`, 'swap.unmoved']
        : withHelp(`swap.failed.${stage.reason}`)
    // Has a preview of its own.
    case 'changed':
      return withHelp('swap.checking')
    default:
      return withHelp(`swap.${stage.name}`)
  }
}

function withHelp<Id extends CopyId>(id: `${Id}Help` extends CopyId ? Id : never): readonly [CopyId, CopyId] {
  return [id, `${id}Help` as CopyId]
}

/** Whether the preview has a sentence for the reason, too. */
function isRefusal(reason: SwapFailure): reason is SwapRefusal {
  return isCopyId(`swap.refusal.${reason}`)
}
