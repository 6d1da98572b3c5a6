import type { MoneyAsset } from '@portico/core/money'
import type { ReactNode } from 'react'
import { text } from '../../../../copy.ts'
import { Icon } from '../../../../icons/Icon.tsx'
import { toLatinDigits } from '../../../../language/toLatinDigits.ts'
import { Picture } from '../../../parts/Picture.tsx'

/** A longer amount has smaller digits. */
const longestWide = 9

/** An amount with the button that chooses its token, and a line below. */
export function AmountField({
  label,
  value,
  prefix,
  asset,
  readOnly,
  isInvalid,
  autoFocus,
  testId,
  tokenTestId,
  onChange,
  chooseLabel = text(asset ? 'money.changeToken' : 'step.select-token', { symbol: asset?.symbol ?? '' }),
  onChooseAsset,
  children,
}: {
  label: string
  /** As typed; see `parseAmount`. */
  value: string
  /** Shown before the number, such as `$`. */
  prefix?: string | undefined
  asset: MoneyAsset | undefined
  readOnly?: boolean | undefined
  isInvalid?: boolean | undefined
  autoFocus?: boolean | undefined
  testId?: string | undefined
  tokenTestId?: string | undefined
  onChange?: ((text: string) => void) | undefined
  /** The name of the button that chooses the token. Default: it names the token. */
  chooseLabel?: string | undefined
  /** Without it, the token cannot be changed. */
  onChooseAsset?: (() => void) | undefined
  /** The line below: value, balance, Max. */
  children?: ReactNode
}) {
  const token = asset && (
    <>
      <Picture listed={asset.image} name={asset.name} shape={asset.nft ? 'square' : 'round'} />
      <bdi className="line">{asset.symbol}</bdi>
    </>
  )
  return (
    <div className="field amount-field">
      <div className="amount-line" data-long={value.length > longestWide || undefined}>
        {prefix !== undefined && <span aria-hidden="true">{prefix}</span>}
        <input
          type="text"
          inputMode="decimal"
          aria-label={label}
          aria-invalid={isInvalid || undefined}
          placeholder="0"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          dir="ltr"
          data-autofocus={autoFocus || undefined}
          data-testid={testId}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange?.(toLatinDigits(event.currentTarget.value))}
        />
        {onChooseAsset ? (
          <button type="button" className="token" data-testid={tokenTestId} onClick={onChooseAsset}>
            {token ? (
              <>
                {/* Not `aria-label`: it would have to contain the letter that stands for a missing picture. */}
                <span className="hidden">{chooseLabel}</span>
                <span aria-hidden="true">{token}</span>
              </>
            ) : (
              chooseLabel
            )}
            <Icon name="chevron" size={16} />
          </button>
        ) : (
          <span className="token">{token}</span>
        )}
      </div>
      {children !== undefined && <div className="amount-below">{children}</div>}
    </div>
  )
}
