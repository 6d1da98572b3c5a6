import { track } from '@portico/core/internal'
import { formatUnits, type SwapButton } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import { formatAmount } from '../../../language/format.ts'
import { Button } from '../../parts/Button.tsx'
import { Row } from '../../parts/Row.tsx'
import { AmountField } from '../money/parts/AmountField.tsx'
import { Failure } from '../money/parts/Failure.tsx'
import { ImpactWarning } from './ImpactWarning.tsx'
import { Rate } from './Rate.tsx'
import { SlippageField } from './SlippageField.tsx'
import { UnlistedWarning } from './UnlistedWarning.tsx'
import { useSwap } from './useSwap.ts'
import { useSwapTokens } from './useSwapTokens.ts'

/** How many decimals of the amount that is bought are shown. */
const shownDecimals = 6

/** The two tokens and the amount of a swap, with the best offer. The button says what is missing. */
export function SwapForm() {
  const { kit, router } = useScope()
  const tokens = useSwapTokens()
  const swap = useSwap()
  const { draft, change, button, quotes, best, receives, balance } = swap
  const { from, to } = draft
  const choose = (side: 'from' | 'to') => {
    track(kit, 'CLICK_SELECT_TOKEN_TO_SWAP', { network: draft.networkId })
    router.push({ name: 'swap-token', side })
  }
  const next = () => {
    if (quotes.isPaused) return quotes.resume()
    if (button === 'select-token') return choose(from ? 'to' : 'from')
    if (button !== 'review') return
    router.push({ name: 'swap-preview' })
  }
  if (tokens.status === 'error' && !tokens.tokens)
    return <Failure id="swap.unreachable" onPress={tokens.refetch} />
  const isReady = button === 'review' || button === 'select-token' || quotes.isPaused
  const label = text(`step.${button}`, { coin: swap.network?.nativeCurrency.symbol ?? '' })
  const shown = receives === undefined ? '' : formatAmount(receives, { decimals: shownDecimals })
  return (
    <form
      className="body"
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <AmountField
        label={text('swap.youPay')}
        value={draft.amount}
        asset={from}
        isInvalid={swap.isInvalid}
        autoFocus
        testId="swap-input-sourceToken"
        tokenTestId="swap-select-token-button-sourceToken"
        onChange={(amount) => change({ amount })}
        onChooseAsset={() => choose('from')}
      >
        <span>{text('swap.youPay')}</span>
        {from && balance !== undefined && (
          <bdi>
            {text('money.balance', {
              amount: formatAmount(formatUnits(balance, from.decimals), { decimals: 4 }),
            })}
          </bdi>
        )}
      </AmountField>
      <button
        type="button"
        className="turn"
        aria-label={text('swap.turn')}
        onClick={() => change({ from: to, to: from, amount: receives ?? '' })}
      >
        <Icon name="swap" size={18} />
      </button>
      <AmountField
        label={text('swap.youGet')}
        value={shown}
        asset={to}
        readOnly
        testId="swap-input-toToken"
        tokenTestId="swap-select-token-button-toToken"
        onChooseAsset={() => choose('to')}
      >
        <span>{text('swap.youGet')}</span>
        {best && swap.wish && <Rate wish={swap.wish} receives={BigInt(best.toAmount)} />}
      </AmountField>
      <p className="hidden" role="status">
        {isStuck(button) ? label : shown && to && text('swap.offer', { amount: shown, symbol: to.symbol })}
      </p>
      {best && <ImpactWarning priceImpact={best.priceImpact} />}
      <UnlistedWarning assets={[from, to]} />
      <SlippageField value={draft.slippage} onChange={(slippage) => change({ slippage })} />
      {button === 'insufficient-balance' && (
        <Row
          label={text('money.fund')}
          testId="wallet-features-fund-wallet-button"
          onClick={() => router.push({ name: 'fund' })}
        />
      )}
      <Button kind="main" testId="swap-action-button" isBusy={!isReady} onClick={next}>
        {quotes.isPaused ? text('swap.refresh') : label}
      </Button>
    </form>
  )
}

/** Whether what the visitor has entered cannot be swapped, which is announced: the button that says so does not have the focus. */
const isStuck = (button: SwapButton): boolean =>
  button === 'incorrect-value' ||
  button === 'insufficient-balance' ||
  button === 'no-fee' ||
  button === 'no-route'
