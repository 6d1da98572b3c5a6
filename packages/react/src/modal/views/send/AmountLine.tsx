import { fiatDecimals, formatUnits, toFiat } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { formatAmount, formatCurrency } from '../../../language/format.ts'
import { Button } from '../../parts/Button.tsx'
import type { Send } from './useSend.ts'

/** The line below the amount: what it is worth, or how much of the token it is; the balance; Max. */
export function AmountLine({ send: { draft, change, balance, price, amount } }: { send: Send }) {
  const { asset, unit, isMaximum, isLocked } = draft
  if (!asset) return null
  const { symbol, decimals } = asset
  const isFiat = unit === 'fiat' && !isMaximum
  const tokens = amount === undefined ? undefined : formatUnits(amount, decimals)
  const worth =
    amount === undefined || !price
      ? undefined
      : formatUnits(toFiat(amount, { price, decimals }), fiatDecimals)
  const other = isFiat
    ? `${formatAmount(tokens ?? '0', { decimals: 6 })} ${symbol}`
    : formatCurrency(Number(worth ?? 0))
  const toggle = () =>
    change({
      unit: isFiat ? 'token' : 'fiat',
      amount: (isFiat ? tokens : worth) ?? '',
      isMaximum: false,
    })
  return (
    <>
      <span>
        {price && !isLocked ? (
          <button type="button" className="link" onClick={toggle}>
            <bdi dir="ltr">{other}</bdi>
            <span className="hidden"> {text(isFiat ? 'send.inToken' : 'send.inFiat', { symbol })}</span>
          </button>
        ) : (
          !price && !asset.nft && text('money.noPrice')
        )}
      </span>
      <span>
        {balance !== undefined && (
          <bdi>
            {text('money.balance', { amount: formatAmount(formatUnits(balance, decimals), { decimals: 4 }) })}
          </bdi>
        )}
        {!isLocked && balance !== undefined && (
          <Button kind="link" onClick={() => change({ isMaximum: true, unit: 'token', amount: '' })}>
            {text('send.max')}
          </Button>
        )}
      </span>
    </>
  )
}
