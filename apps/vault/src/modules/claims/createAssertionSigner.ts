import { randomBytes } from 'node:crypto'
import { hashAddress } from '@portico/server'
import type { Jose } from '../../secrets/createJose.ts'
import type { Challenges } from '../challenges/createChallenges.ts'
import type { LoginCompletion } from './createLoginCompletion.ts'

const assertionSeconds = 60

/** Creates a function that signs the identity assertion of a completed login, for the gateway. */
export function createAssertionSigner({
  jose,
  challenges,
}: {
  jose: Jose
  challenges: Pick<Challenges, 'addressesOf'>
}) {
  return async ({
    row,
    userId,
    deviceSince,
    heldUntil,
  }: Pick<LoginCompletion, 'row' | 'userId' | 'deviceSince' | 'heldUntil'>): Promise<string> => {
    const { email } = await challenges.addressesOf(row)
    return jose.sign({
      type: 'identity+jwt',
      lifetime: assertionSeconds,
      claims: {
        sub: userId,
        method: 'email',
        jkt: row.jkt,
        tx: row.id,
        address: hashAddress({ tx: row.id, email }),
        projectId: row.project_id,
        origin: row.origin,
        jti: randomBytes(16).toString('base64url'),
        deviceSince: Math.floor(deviceSince / 1000),
        ...(heldUntil === undefined ? {} : { heldUntil: Math.ceil(heldUntil / 1000) }),
      },
    })
  }
}
