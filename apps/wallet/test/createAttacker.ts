import { createHash, randomBytes } from 'node:crypto'
import { releasedAuto } from '@portico/protocol/vault'
import { compactDecrypt } from 'jose'
import { encodeFields } from '../src/keys/encodeFields.ts'
import { sealToServer } from '../src/keys/sealToServer.ts'
import { createDpopProver, makeDpopKeys } from '../src/session/createDpopProver.ts'
import { createGatewayClient, type SessionTokens } from '../src/session/createGatewayClient.ts'
import { createServerClient } from '../src/session/createServerClient.ts'
import { createVaultClient } from '../src/session/createVaultClient.ts'
import { makeReleaseKeys } from '../src/session/makeReleaseKeys.ts'
import { ServerError } from '../src/session/ServerError.ts'
import { createBrowserFetch, readSealingKey } from './createDevice.ts'
import { forge } from './forge.ts'
import type { Servers } from './startServers.ts'
import { fromBase64Url, type HeldSecret, openWith } from './takeOver.ts'

const page = { origin: 'http://localhost:4400', projectId: 'local' }

/** An attempt of the attacker to have a key of its own introduced for an address. */
export type Attempt = { id: string; tx: string; email: string; known: boolean }

/** Returns the hash by which the servers compare an address. */
export const hashAddress = ({ tx, email }: { tx: string; email: string }): string =>
  createHash('sha256')
    .update(encodeFields('portico/address', tx, email))
    .digest('base64url')

/**
 * Creates the key of an attacker, which sends requests to both servers. It can sign as either server: with the files of which
 * one it is the attacker's is up to the test.
 *
 * @param fetch sends the requests, by default from a network address of its own.
 */
export async function createAttacker(servers: Servers, fetch = createBrowserFetch(servers)) {
  const dpop = await createDpopProver({ keys: await makeDpopKeys() })
  const { jkt } = dpop
  const server = createServerClient({ origin: servers.gatewayUrl, dpop, fetch })
  const vaultServer = createServerClient({ origin: servers.vaultUrl, dpop, fetch })
  const vault = createVaultClient(vaultServer)
  const gateway = createGatewayClient(server)
  const [sealTo, vaultKey] = [await readSealingKey(servers, 'gateway'), await readSealingKey(servers)]

  /** States as the vault that a user has this address. */
  const assert = (claims: { userId: string; email: string; tx: string }) => {
    const { userId: sub, tx } = claims
    const login = { sub, method: 'email', jkt, tx, address: hashAddress(claims), ...page }
    return forge(servers, 'vault', { typ: 'identity+jwt', ...login })
  }

  return {
    jkt,
    server,
    vaultServer,
    vault,
    gateway,
    assert,
    /** Starts an introduction for an address, with a challenge of its own choice. */
    async start(email: string, tx = `tx_${randomBytes(16).toString('base64url')}`): Promise<Attempt> {
      const { id, known } = await gateway.startIntroduction(
        await sealToServer(sealTo, { email, jkt, tx, ...page }),
      )
      return { id, tx, email, known }
    },
    /** Has the gateway mail the code, with a forged assertion about a user. */
    async mail({ id, tx, email }: Attempt, userId: string): Promise<void> {
      await gateway.mailCode(id, await assert({ userId, email, tx }))
    },
    async enter({ id }: Attempt, code: string) {
      return gateway.enterCode(id, await sealToServer(sealTo, { code, jkt, id }))
    },
    /** Starts a login at the vault, which mails a link to the address. */
    startAtVault: (email: string) => vault.start({ email, ...page }),
    /** States as the gateway that it has introduced this key. */
    introduce: ({ userId: sub, tx, email }: { userId: string; tx: string; email: string }) =>
      forge(servers, 'gateway', {
        typ: 'introduced+jwt',
        sub,
        jkt,
        tx,
        way: 'email',
        address: hashAddress({ tx, email }),
      }),
    /** Completes a login at the vault. */
    async claim(tx: string, introduced?: string) {
      const { privateKey, publicKey: releaseKey } = await makeReleaseKeys()
      const sealed = await sealToServer(vaultKey, { tx, jkt, releaseKey })
      const claimed = await vault.claim({ sealed, ...(introduced === undefined ? {} : { introduced }) })
      return { ...claimed, privateKey }
    },
    /** Has the vault release a recovery secret, and decrypts it. */
    async release(
      { grant, privateKey }: { grant: string; privateKey: CryptoKey },
      { walletId, slotId }: Pick<HeldSecret, 'walletId' | 'slotId'>,
    ): Promise<string> {
      const { sealed } = await vault.releaseAuto({ grant, walletId, slotId })
      const { plaintext } = await compactDecrypt(sealed, privateKey)
      return releasedAuto.parse(JSON.parse(new TextDecoder().decode(plaintext))).secret
    },
    /** Opens the user's wallet with a session and a secret of the vault. Returns the address that its signature recovers to. */
    async open({ accessToken, userId }: SessionTokens, { walletId, slotId, secret = '' }: HeldSecret) {
      const wallet = await gateway.readWallet(accessToken, userId)
      const slot = wallet?.slots.find((each) => each.slotId === slotId)
      if (!wallet || !slot || wallet.record.walletId !== walletId) return undefined
      const share = await gateway.readShare(accessToken, walletId, slotId)
      const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
      const { vault: sealed, check, address } = wallet.record
      const held = {
        walletId,
        userId,
        address,
        vault: base64(sealed),
        check: base64(check),
        confirmNonce: '',
        slots: [],
      }
      const heldSlot = { ...slot, jkt: slot.jkt ?? null, wrap: base64(slot.wrap) }
      return openWith(held, heldSlot, { share, secret: fromBase64Url(secret) })
    },
  }
}

export type Attacker = Awaited<ReturnType<typeof createAttacker>>

/** Returns the code of the problem with which a server refuses a call; `accepted` if it does not. */
export const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof ServerError)) throw error
      return error.code
    },
  )
