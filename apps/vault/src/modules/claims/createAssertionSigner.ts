import { randomBytes } from 'node:crypto'
import type { Jose } from '../../secrets/createJose.ts'
import type { LoginCompletion } from './createLoginCompletion.ts'

const assertionSeconds = 60

/** Creates a function that signs the identity assertion of a completed login, for the gateway. */
export function createAssertionSigner({ jose }: { jose: Jose }) {
  return ({
    login: { tx, jkt, method, address, projectId, origin },
    userId,
    deviceSince,
    heldUntil,
  }: Omit<LoginCompletion, 'hasAuto'>): Promise<string> =>
    jose.sign({
      type: 'identity+jwt',
      lifetime: assertionSeconds,
      claims: {
        sub: userId,
        method,
        jkt,
        tx,
        address,
        projectId,
        origin,
        jti: randomBytes(16).toString('base64url'),
        deviceSince: Math.floor(deviceSince / 1000),
        ...(heldUntil === undefined ? {} : { heldUntil: Math.ceil(heldUntil / 1000) }),
      },
    })
}
