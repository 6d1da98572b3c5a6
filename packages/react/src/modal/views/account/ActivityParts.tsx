import { text } from '../../../copy.ts'
import { Text } from '../../parts/Text.tsx'
import type { ActivityPart } from './describeActivity.ts'

/** Lists the calls of a batch and its fee, below its row. */
export function ActivityParts({ parts }: { parts: readonly ActivityPart[] }) {
  return (
    <ul className="parts" aria-label={text('activity.parts')}>
      {parts.map(({ title, amount, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a batch never changes, and may have equal calls
        <li key={index}>
          {title.id ? text(title.id) : title.word}{' '}
          {amount && (
            <span className="num" dir="ltr">
              {amount.quantity} <bdi>{amount.unit}</bdi>
            </span>
          )}{' '}
          {note && <Text id={note.id} values={note.values} />}
        </li>
      ))}
    </ul>
  )
}
