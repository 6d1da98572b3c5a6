import type { TransferSpeed } from '@portico/core'
import { text } from '../../../copy.ts'
import type { Send } from './useSend.ts'

/** How fast the payment should be included, where that can be chosen. Otherwise the wallet chooses the fee. */
export function SpeedField({ send: { draft, change, transfers } }: { send: Send }) {
  const speeds = transfers?.speeds ?? []
  if (!draft.asset || speeds.length === 0) return null
  return (
    <label className="setting">
      <span>{text('send.speed')}</span>
      <select
        value={draft.speed ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ speed: (value || undefined) as TransferSpeed | undefined })
        }
      >
        {['', ...speeds].map((speed) => (
          <option key={speed} value={speed}>
            {text(`send.speed.${(speed || 'automatic') as TransferSpeed | 'automatic'}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
