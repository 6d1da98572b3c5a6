import { base64urlnopad } from '@scure/base'
import type { FrameServices } from './FrameServices.ts'

/** Tells the host page that a session has begun. The protocol expects a token: it is random and grants no access. */
export function announceSession({ emit }: Pick<FrameServices, 'emit'>): void {
  const token = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  emit({ type: 'SESSION_UPDATE', payload: { token } })
}
