import { text } from '../../../copy.ts'

/** Marks the row that is chosen in a list. */
export function ChosenTag() {
  return (
    <span className="tag" data-kind="good">
      {text('buy.chosen')}
    </span>
  )
}
