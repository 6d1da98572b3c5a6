import type { FrameRequestType } from '@portico/protocol/frame'
import type { Kit } from '../kit.ts'
import { FrameTimeoutError } from './errors.ts'

/**
 * Runs a request in which the frame may ask the visitor something: it times out only when the frame has shown nothing for some time.
 *
 * @throws {FrameTimeoutError}
 */
export async function untilSilent<Value>(
  kit: Kit,
  { type, milliseconds }: { type: FrameRequestType; milliseconds: number },
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const late = new AbortController()
  const readView = () => kit.store.getState().embedded?.surface.view ?? 'none'
  let view: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const onChange = () => {
    if (readView() === view) return
    view = readView()
    clearTimeout(timer)
    if (view === 'none') timer = setTimeout(() => late.abort(), milliseconds)
  }
  const stop = kit.store.subscribe(onChange)
  onChange()
  try {
    return await run(late.signal)
  } catch (error) {
    if (late.signal.aborted) throw new FrameTimeoutError({ type, milliseconds })
    throw error
  } finally {
    stop()
    clearTimeout(timer)
  }
}
