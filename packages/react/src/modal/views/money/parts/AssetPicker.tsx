import type { MoneyAsset } from '@portico/core/money'
import { type ReactNode, useState } from 'react'
import { text } from '../../../../copy.ts'
import { Icon } from '../../../../icons/Icon.tsx'
import { formatAmount, formatCurrency } from '../../../../language/format.ts'
import { Notice } from '../../../parts/Notice.tsx'
import { Picture } from '../../../parts/Picture.tsx'
import { compactAmount } from '../../account/compactAmount.ts'

/** A token that can be chosen. */
export interface Choice {
  asset: MoneyAsset
  /** What the account holds, as decimal text in whole tokens; undefined if that is not known. */
  balance?: string | undefined
  /** Its value in US dollars; undefined if there is no price. */
  value?: number | undefined
}

/** A list of tokens to choose from, with a search by name, symbol and address. */
export function AssetPicker({
  choices,
  networkName,
  testIdPrefix,
  onSearch,
  onChoose,
  children,
}: {
  choices: readonly Choice[]
  networkName: string
  /** The test ID of a row is this and the symbol. */
  testIdPrefix?: string | undefined
  /** Called with what is typed. */
  onSearch?: ((query: string) => void) | undefined
  onChoose: (choice: Choice) => void
  /** Shown below the list. */
  children?: ReactNode
}) {
  const [typed, setTyped] = useState('')
  const query = typed.trim().toLowerCase()
  const found = choices.filter(({ asset: { name, symbol, token } }) =>
    [name, symbol, token ?? ''].some((word) => word.toLowerCase().includes(query)),
  )
  return (
    <div className="body" data-keep>
      <label className="field">
        <Icon name="search" size={18} />
        <input
          type="search"
          aria-label={text('money.searchTokens')}
          placeholder={text('money.searchTokens')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            onSearch?.(event.currentTarget.value)
          }}
        />
      </label>
      <div role="status" className={found.length > 0 ? 'hidden' : undefined}>
        {found.length === 0 && (
          <Notice
            icon="search"
            title={text('money.noTokens')}
            help={text('money.noTokensHelp', { network: networkName })}
          />
        )}
      </div>
      {found.length > 0 && (
        <ul className="rows" aria-label={text('money.tokens')}>
          {found.map((choice) => (
            <li key={choice.asset.token ?? ''}>
              <AssetRow
                choice={choice}
                testId={testIdPrefix && `${testIdPrefix}${choice.asset.symbol}`}
                onClick={() => onChoose(choice)}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

function AssetRow({
  choice: { asset, balance, value },
  testId,
  onClick,
}: {
  choice: Choice
  testId: string | undefined
  onClick: () => void
}) {
  return (
    <button type="button" className="row" data-testid={testId} onClick={onClick}>
      <Picture listed={asset.image} name={asset.name || asset.symbol} shape="round" />
      <span className="grow">
        <bdi className="line">{asset.name}</bdi>
        <small className="line">
          <bdi>{asset.symbol}</bdi>
        </small>
      </span>
      {balance !== undefined && (
        <span className="num">
          <bdi dir="ltr" title={formatAmount(balance)}>
            {compactAmount(balance)}
          </bdi>
          <small>{value === undefined ? text('money.noPrice') : <bdi>{formatCurrency(value)}</bdi>}</small>
        </span>
      )}
      <Icon name="chevron" size={18} />
    </button>
  )
}
