import { findNetwork, type SwapPlan } from '@portico/core'
import { formatUnits, type SwapRun, type SwapStage, type SwapWish, updateMoney } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatAmount } from '../../../language/format.ts'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Text } from '../../parts/Text.tsx'
import { useConnectedWallet } from '../../parts/useConnectedWallet.ts'
import { linkToExplorer } from '../account/linkToExplorer.ts'
import { Progress, type ProgressState } from '../money/parts/Progress.tsx'
import { useSlow } from '../money/useSlow.ts'
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
  const { kit, router } = useScope()
  const { name: wallet, image } = useConnectedWallet()
  const { wish, plan, stage, isAllowed } = run
  const network = useKitState((state) => findNetwork(state, wish.subject.networkId))
  const isSlow = useSlow(stage.name === 'waiting')
  const { from, to, amount, minimum } = plan.order
  const amountOf = (units: bigint, { decimals, symbol }: typeof from) =>
    `${formatAmount(formatUnits(units, decimals), { decimals: 6 })} ${symbol}`
  const values = {
    wallet: wallet || text('money.wallet'),
    network: network?.name ?? '',
    from: amountOf(amount, from),
    to: amountOf(minimum, to),
    symbol: from.symbol,
  }
  const id = toTextId(run, isSlow)
  const explorer = network?.blockExplorers?.default.url
  const hash = 'hash' in stage ? stage.hash : undefined
  const link = hash && explorer && linkToExplorer(explorer, 'tx', hash)
  const isActive = ['checking', 'waiting', 'sent'].includes(stage.name)
  // Never after `unknown`: the wallet may have sent it.
  const canSwap = ['rejected', 'failed', 'allowed'].includes(stage.name)
  const isEnd = !isActive && !canSwap
  const finish = () => {
    updateMoney(kit, { swap: undefined, ...(stage.name === 'confirmed' ? { swapDraft: undefined } : {}) })
    router.reset({ name: 'account' })
  }
  return (
    <Progress
      state={stage.name === 'waiting' && isSlow ? 'slow' : states[stage.name]}
      picture={<Picture src={image} name={wallet} />}
      title={<Text id={`swap.${id}`} values={values} />}
      help={
        <>
          <Text id={`swap.${id}Help`} values={values} />
          {isAllowed && canSwap && (
            <>
              {' '}
              <Text id="swap.stillAllowed" values={values} />
            </>
          )}
        </>
      }
    >
      {canSwap && (
        <Button kind="main" autoFocus onClick={() => onStart(wish, plan)}>
          {text(isAllowed ? 'swap.swap' : 'action.tryAgain')}
        </Button>
      )}
      {!isActive && stage.name !== 'unknown' && <TakeBack />}
      {link && (
        <a className="btn" href={link} target="_blank" rel="noopener noreferrer">
          {text('money.viewTransaction')}
        </a>
      )}
      {(isEnd || stage.name === 'sent') && (
        <Button kind={isEnd ? 'main' : 'plain'} autoFocus onClick={finish}>
          {text('money.done')}
        </Button>
      )}
    </Progress>
  )
}

/** The last part of the text's ID. */
function toTextId({ stage }: SwapRun, isSlow: boolean) {
  switch (stage.name) {
    case 'waiting':
      return isSlow ? 'slow' : (`waiting.${stage.step}` as const)
    case 'sent':
      return `sent.${stage.step}` as const
    case 'failed':
      return `failed.${stage.reason}` as const
    // Has a preview of its own.
    case 'changed':
      return 'checking'
    default:
      return stage.name
  }
}
