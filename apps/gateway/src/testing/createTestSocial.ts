import { randomBytes } from 'node:crypto'
import type { IntroductionCodeResponse } from '@portico/protocol/gateway'
import { type SocialProvider, socialAddressFields, socialNonceFields } from '@portico/protocol/social'
import { hashFields } from '@portico/server'
import type { JWTPayload } from 'jose'
import type { Database } from '../infra/database/openDatabase.ts'
import { newUserId } from './createFakeVault.ts'
import { createTestIntroductions, page } from './createTestIntroductions.ts'
import { createTestProvider, type TestProvider } from './createTestProvider.ts'

const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** The fields of an ID token, and how it is signed. */
type Token = Partial<Parameters<TestProvider['sign']>[0]>

/** Creates the service of introductions with providers of social logins, whose ID tokens the test signs. */
export async function createTestSocial({ databases }: { databases: readonly Database[] }) {
  const provider = await createTestProvider()
  const social = {
    issuers: provider.base,
    clientIds: provider.clientIds,
    clients: {},
    farcasterRpcUrls: undefined,
  }
  const kit = await createTestIntroductions({ databases, social })
  const [first] = kit.processes as [(typeof kit.processes)[0]]

  /** Creates a browser of its own key, whose person has the account `subject`. `userId` is the user that the vault names. */
  function person({
    subject,
    way = 'google',
    userId = newUserId(),
    jkt = random(),
    at = first,
  }: {
    subject: string
    way?: SocialProvider
    userId?: string
    jkt?: string
    at?: typeof first
  }) {
    const tx = `tx_${random(16)}`
    const self = {
      subject,
      userId,
      jkt,
      tx,
      id: '',
      challenge: '',
      async start(more: Record<string, unknown> = {}) {
        const sealed = await kit.seal({ jkt, ...page, ...more })
        const answer = await at.introductions.startSocial({ request: { way, sealed }, jkt })
        Object.assign(self, answer)
        return answer
      },
      nonce: (fields: { challenge?: string; tx?: string; jkt?: string } = {}): string =>
        hashFields(...socialNonceFields({ challenge: self.challenge, tx, jkt, ...fields })),
      /** The ID token of this login, with claims of the test's choice. */
      token: ({ claims = {}, ...signing }: Token = {}): Promise<string> =>
        provider.sign({
          provider: way,
          now: kit.now(),
          claims: { sub: subject, nonce: self.nonce(), ...claims },
          ...signing,
        }),
      /** The vault's assertion about this login, with claims of the vault's choice. */
      assertion: (claims: JWTPayload = {}): Promise<string> =>
        kit.vault.assert({
          userId,
          jkt,
          now: kit.now(),
          claims: {
            method: way,
            tx,
            address: hashFields(...socialAddressFields({ tx, provider: way, subject })),
            ...page,
            ...claims,
          },
        }),
      /** Sends the proof; what is not given is right. */
      async prove(more: { assertion?: string; idToken?: string } = {}): Promise<IntroductionCodeResponse> {
        const content = {
          id: self.id,
          jkt,
          assertion: await self.assertion(),
          idToken: await self.token(),
          ...more,
        }
        return at.introductions.proveSocial({ id: self.id, sealed: await kit.seal(content), jkt })
      },
      async logIn(): Promise<IntroductionCodeResponse> {
        await self.start()
        return self.prove()
      },
    }
    return self
  }

  return { ...kit, provider, person }
}
