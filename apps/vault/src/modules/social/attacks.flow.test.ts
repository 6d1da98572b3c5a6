import { createHash } from 'node:crypto'
import { socialProvider, socialVerifierFields } from '@portico/protocol/social'
import { hashFields } from '@portico/server'
import { expect, test } from 'vitest'
import {
  createSocialLogin,
  type ReturnParams,
  randomHandle,
  startProviders,
} from '../../../test/createSocialLogin.ts'
import { createTestVault } from '../../testing/createTestVault.ts'

type Login = Awaited<ReturnType<typeof createSocialLogin>>

/** Returns the PKCE challenge of a login's page, with changed values. */
function challengeOf({ provider, rServer, rPage }: Login, changes: { server?: 'gateway'; rPage?: string }) {
  const fields = { server: 'vault' as const, provider, rServer, rPage, ...changes }
  const [label = '', ...rest] = socialVerifierFields(fields)
  return createHash('sha256')
    .update(hashFields(label, ...rest))
    .digest('base64url')
}

/** Each returns the parameters with which an attacker finishes the login `own` at the account of the login `victim`. */
const attacks: Readonly<Record<string, (own: Login, victim: Login) => Promise<ReturnParams>>> = {
  'a code of another login': (_, victim) => victim.visit(),
  'a code that was used': async (_, victim) => {
    const params = await victim.visit()
    expect(await (await victim.finish(params)).json()).toEqual({ status: 'done' })
    return params
  },
  'a code that was asked for by the gateway': (own, victim) =>
    victim.visit({ code_challenge: challengeOf(own, { server: 'gateway' }) }),
  'a code of a page with another random value': (own) =>
    own.visit({ code_challenge: challengeOf(own, { rPage: randomHandle() }) }),
  'a made-up code': async (own) => ({ ...(await own.visit()), code: randomHandle() }),
  'a foreign issuer': async (own) => ({ ...(await own.visit()), iss: 'https://accounts.evil.example' }),
  'no code': async () => ({}),
  'an error beside a code': async (own) => ({ ...(await own.visit()), error: 'temporarily_unavailable' }),
}

const rounds = 9

test('error: of 432 logins with foreign, used and forged results, at six providers, none succeeds', async () => {
  const vault = await createTestVault(await startProviders())
  const outcomes: string[] = []
  for (let round = 0; round < rounds; round++)
    for (const provider of socialProvider.options)
      for (const [name, attack] of Object.entries(attacks)) {
        const [own, victim] = [
          await createSocialLogin({ vault, provider }),
          await createSocialLogin({ vault, provider }),
        ]
        await own.begin()
        await victim.begin()
        const finished = await own.finish(await attack(own, victim))
        const { status } = (await finished.json()) as { status: string }
        const claimed = await own.claim()
        outcomes.push(`${provider}, ${name}: ${status} ${claimed.status}`)
      }
  expect(outcomes).toHaveLength(432)
  expect(outcomes.filter((outcome) => !outcome.endsWith('failed 410'))).toEqual([])
  expect(await vault.services.database.selectFrom('users').selectAll().execute()).toEqual([])
}, 120_000)

test('error: a code of one provider at the login of another', async () => {
  const vault = await createTestVault(await startProviders())
  for (const from of socialProvider.options)
    for (const provider of socialProvider.options.filter((other) => other !== from)) {
      const victim = await createSocialLogin({ vault, provider: from })
      const own = await createSocialLogin({ vault, provider })
      await victim.begin()
      await own.begin()
      // The attacker's page uses the verifier of its own login.
      const params = await victim.visit({ code_challenge: challengeOf(own, {}) })
      expect(await (await own.finish(params)).json()).toEqual({ status: 'failed' })
    }
}, 60_000)
