import { findNetwork, type SwapPlan, truncateAddress } from '@portico/core'
import { classifyImpact, type SwapWish } from '@portico/core/money'
import { useId, useState } from 'react'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatAmount } from '../../../language/format.ts'
import { Button } from '../../parts/Button.tsx'
import { useLoadedFocus } from '../../parts/useLoadedFocus.ts'
import { formatAsset } from '../money/formatAsset.ts'
import { formatFee } from '../money/formatFee.ts'
import { Details } from '../money/parts/Details.tsx'
import { Warning } from '../money/parts/Warning.tsx'
import { formatImpact, ImpactWarning } from '../swap/ImpactWarning.tsx'
import { Rate } from '../swap/Rate.tsx'
import { UnlistedWarning } from '../swap/UnlistedWarning.tsx'
import { HoldButton } from './HoldButton.tsx'
import { TakeBack } from './TakeBack.tsx'

/** Shows what a swap does and costs, and what is unusual about it. */
export function SwapPreview({
  wish,
  plan,
  state,
  onRefresh,
  onStart,
}: {
  wish: SwapWish
  plan: SwapPlan
  /** `changed`: the price has become worse than what was shown. `old`: it was read too long ago. */
  state: 'current' | 'changed' | 'old'
  /** Reads the price again. Without it, what is shown after `changed` is the new price, and accepting it starts the swap. */
  onRefresh?: (() => void) | undefined
  onStart: () => void
}) {
  const { router } = useScope()
  const network = useKitState((all) => findNetwork(all, wish.subject.networkId))
  const [isTicked, setTicked] = useState(false)
  const body = useLoadedFocus<HTMLDivElement>()
  const id = useId()
  const { order, refusal, notes, fee, spender } = plan
  const { from, to, quote } = order
  const coin = network?.nativeCurrency
  const receives = plan.receives ?? BigInt(quote.toAmount)
  const impact = classifyImpact(quote.priceImpact)
  const toValue = (amount: string) => <bdi dir="ltr">{amount}</bdi>
  const values = {
    symbol: to.symbol,
    coin: coin?.symbol ?? '',
  }
  const signatures = plan.isAtomic ? 1 : plan.steps.length
  const isBlocked = refusal !== undefined
  const needsTick = impact === 'danger' && !isTicked
  return (
    <div className="body" ref={body}>
      {/* Read out with the button, which gets the focus as soon as the network has answered. */}
      <div className="described" id={id}>
        <Details
          rows={[
            { id: 'pay', label: text('swap.youPay'), value: toValue(formatAsset(order.amount, from)) },
            { id: 'get', label: text('swap.youGet'), value: toValue(formatAsset(receives, to, 6)) },
            // Whoever lists the tokens could give another one the same symbol.
            { id: 'token', label: to.symbol, value: to.token && toAddress(to.token) },
            { id: 'least', label: text('swap.atLeast'), value: toValue(formatAsset(order.minimum, to, 6)) },
            { id: 'rate', label: text('swap.rate'), value: <Rate wish={wish} receives={receives} /> },
            {
              id: 'impact',
              label: text('swap.priceImpact'),
              value:
                impact === 'unknown' ? (
                  text('swap.impact.unknown')
                ) : (
                  <bdi dir="ltr">{formatImpact(quote.priceImpact)} %</bdi>
                ),
            },
            {
              id: 'fee',
              label: text('money.fee'),
              value: coin && !isBlocked && toValue(formatFee(fee, coin)),
            },
            { id: 'provider-fee', label: text('swap.providerFee'), value: text('swap.none') },
            { id: 'route', label: text('swap.route'), value: <Route plan={plan} /> },
            {
              id: 'spender',
              label: text('swap.spender'),
              value: spender && toAddress(spender),
            },
            { id: 'signatures', label: text('swap.signatures'), value: isBlocked ? undefined : signatures },
          ]}
        />
        {refusal && (
          <div role="alert">
            <Warning id={`swap.refusal.${refusal}`} values={values} isBad />
          </div>
        )}
        <UnlistedWarning assets={[from, to]} />
        {notes.map((note) => (
          <Warning key={note} id={`swap.note.${note}`} values={values} isBad={note === 'one-way'} />
        ))}
        {!isBlocked && (
          <ImpactWarning
            priceImpact={quote.priceImpact}
            tick={{ isChecked: isTicked, onChange: setTicked }}
          />
        )}
      </div>
      <p role="status" className={state === 'changed' ? 'warn' : 'hidden'}>
        {state === 'changed' && text('swap.changed')}
      </p>
      {isBlocked ? (
        <Button autoFocus onClick={() => router.back()}>
          {text('header.back')}
        </Button>
      ) : state !== 'current' && onRefresh ? (
        <Button kind="main" autoFocus describedBy={id} onClick={onRefresh}>
          {text(state === 'old' ? 'swap.refresh' : 'swap.accept')}
        </Button>
      ) : impact === 'hold' ? (
        <HoldButton describedBy={id} onConfirm={onStart}>
          {text('swap.hold')}
        </HoldButton>
      ) : (
        <Button
          kind="main"
          testId="swap-action-button"
          autoFocus
          describedBy={id}
          isBusy={needsTick}
          onClick={onStart}
        >
          {text(state === 'changed' ? 'swap.accept' : 'swap.swap')}
        </Button>
      )}
      <TakeBack />
    </div>
  )
}

const toAddress = (address: string) => (
  <bdi dir="ltr" title={address}>
    {truncateAddress(address)}
  </bdi>
)

/** Which exchanges and tokens a swap goes over. */
function Route({ plan: { order } }: { plan: SwapPlan }) {
  const { route, provider } = order.quote
  if (route?.kind === 'wrap' || route?.kind === 'unwrap') return text('swap.wrap')
  if (route?.kind === 'maker') return text('swap.maker')
  const kinds = route
    ? route.hops.map(({ dex, fee }) => `${toName(dex)} · ${formatAmount(`${fee / 10_000}`)} %`)
    : [provider]
  return <bdi dir="ltr">{kinds.join(' → ')}</bdi>
}

/** Returns the name that an exchange's ID stands for: `uniswap-v3` → `Uniswap V3`. */
const toName = (id: string) =>
  id.replace(/(^|-)([a-z0-9])/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`)
