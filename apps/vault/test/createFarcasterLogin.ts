import { randomBytes } from 'node:crypto'
import { farcasterNonce } from '@portico/server/farcaster'
import type { FarcasterAccount } from '@portico/server/testing'
import type { TestKey } from '../src/testing/createTestKey.ts'
import { type TestVault, walletOrigin } from '../src/testing/createTestVault.ts'
import { page } from '../src/testing/logIn.ts'

/** Creates a login with Farcaster: what the frame does, one function for each step. */
export async function createFarcasterLogin({
  vault,
  account,
  key: given,
}: {
  vault: TestVault
  account: FarcasterAccount
  key?: TestKey
}) {
  const key = given ?? (await vault.newKey())
  const challenge = randomBytes(32).toString('base64url')
  const self = {
    key,
    challenge,
    tx: '',
    async start(): Promise<Response> {
      const response = await key.call('/v1/farcaster/start', { ...page, challenge })
      if (response.status === 200) Object.assign(self, await response.clone().json())
      return response
    },
    nonce: (fields: { challenge?: string; tx?: string; jkt?: string } = {}): string =>
      farcasterNonce({ challenge, tx: self.tx, jkt: key.jkt, ...fields }),
    /** Has the app sign the message; what is not given is right. */
    sign: (more: Partial<Parameters<FarcasterAccount['sign']>[0]> = {}) =>
      account.sign({ nonce: self.nonce(), walletOrigin, now: vault.now(), ...more }),
    /** Claims the login with a signed message. */
    async claim(
      signed?: { message: string; signature: string },
      { by = key, path = '/v1/farcaster/claim' }: { by?: TestKey; path?: string } = {},
    ): Promise<Response> {
      const { message, signature } = signed ?? (await self.sign())
      const content = { tx: self.tx, jkt: by.jkt, releaseKey: by.releaseKey }
      const sealed = await by.seal({ ...content, message, signature })
      return by.call(path, { sealed })
    },
  }
  return self
}
