import { text } from '../../../copy.ts'
import { useCopy } from '../../parts/useCopy.ts'

/** Shows a whole address. A press on it copies it, and "Copied" takes its place for a moment, in the same size. */
export function ReceiveAddress({ address }: { address: string }) {
  const [isCopied, copyAddress] = useCopy(address)
  const copied = text('action.copied')
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below the address does the same, and is not read twice */}
      <p className="address" dir="ltr" data-copied={isCopied || undefined} onClick={copyAddress}>
        <span>{address}</span>
        {isCopied && <b>{copied}</b>}
      </p>
      <span className="hidden" role="status">
        {isCopied && copied}
      </span>
    </>
  )
}
