import { type CopyId, text } from '../../../../copy.ts'
import { Button } from '../../../parts/Button.tsx'
import { Notice } from '../../../parts/Notice.tsx'
import { useLoadedFocus } from '../../../parts/useLoadedFocus.ts'

/** Says why a view cannot go on, and offers what to do about it. */
export function Failure({
  id,
  action = 'action.tryAgain',
  onPress,
}: {
  /** The title; with `Help` at its end, what to do. */
  id: 'swap.unreachable' | 'send.checkFailed' | 'send.nameChanged'
  action?: CopyId | undefined
  onPress: () => void
}) {
  const body = useLoadedFocus<HTMLDivElement>()
  return (
    <div className="body" ref={body}>
      <Notice icon="warning" role="alert" title={text(id)} help={text(`${id}Help`)}>
        <Button kind="main" autoFocus onClick={onPress}>
          {text(action)}
        </Button>
      </Notice>
    </div>
  )
}
