import { formatUnits, parseSlippage, slippage } from '@portico/core/money'
import { useId, useState } from 'react'
import { text } from '../../../copy.ts'
import { formatAmount } from '../../../language/format.ts'
import { toLatinDigits } from '../../../language/toLatinDigits.ts'
import { Warning } from '../money/parts/Warning.tsx'

const toPercent = (value: number) => formatUnits(BigInt(value), 2)

/** How far the price may move: one of three values, or the visitor's own. */
export function SlippageField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const id = useId()
  const isOwn = !(slippage.choices as readonly number[]).includes(value)
  const [typed, setTyped] = useState(isOwn ? toPercent(value) : '')
  const isInvalid = typed !== '' && parseSlippage(typed) === undefined
  return (
    <details className="slippage">
      <summary className="setting">
        {text('swap.slippage')} <bdi dir="ltr">{formatAmount(toPercent(value))} %</bdi>
      </summary>
      <fieldset aria-label={text('swap.slippage')} aria-describedby={id}>
        {slippage.choices.map((choice) => (
          <button
            type="button"
            key={choice}
            aria-pressed={typed === '' && value === choice}
            onClick={() => {
              setTyped('')
              onChange(choice)
            }}
          >
            <bdi dir="ltr">{formatAmount(toPercent(choice))} %</bdi>
          </button>
        ))}
        <input
          type="text"
          inputMode="decimal"
          dir="ltr"
          aria-label={text('swap.slippageOwn')}
          aria-invalid={isInvalid || undefined}
          placeholder="%"
          autoComplete="off"
          maxLength={6}
          value={typed}
          onChange={(event) => {
            const next = toLatinDigits(event.currentTarget.value)
            setTyped(next)
            onChange(parseSlippage(next) ?? slippage.default)
          }}
        />
      </fieldset>
      <p className="muted" id={id}>
        {text(isInvalid ? 'swap.slippageInvalid' : 'swap.slippageHelp')}
      </p>
      {value > slippage.highAbove && <Warning id="swap.slippageHigh" isBad />}
    </details>
  )
}
