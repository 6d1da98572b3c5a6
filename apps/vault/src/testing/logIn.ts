import type { EmailClaimResponse, EmailStartResponse } from '@portico/protocol/vault'
import { hashAddress } from '@portico/server'
import { normalizeEmail } from '@portico/server/mail'
import type { TestKey } from './createTestKey.ts'
import type { TestVault } from './createTestVault.ts'

export const page = { origin: 'https://shop.example', projectId: 'shop' }

/** Starts a login. */
export async function start(key: TestKey, email: string): Promise<EmailStartResponse> {
  return readAnswer(await key.call('/v1/email/start', { email, ...page }))
}

/** Approves the newest link to an address, with the digits of its login. */
export async function approve(vault: TestVault, email: string, digits: string): Promise<void> {
  const token = await vault.linkTo(email)
  await readAnswer(await vault.post('/v1/device/approve', { token, digits }))
}

/** Starts a login on a device that is new to the address, and approves its link. Returns the challenge's ID. */
export async function startApproved(vault: TestVault, key: TestKey, email: string): Promise<string> {
  const { tx, matchCode = '' } = await start(key, email)
  await approve(vault, email, matchCode)
  return tx
}

/** Claims a login after its link was approved, or with a statement of the gateway. */
export async function claim(key: TestKey, tx: string, introduced?: string): Promise<Response> {
  const sealed = await key.seal({ tx, jkt: key.jkt, releaseKey: key.releaseKey })
  return key.call('/v1/email/claim', { sealed, ...(introduced === undefined ? {} : { introduced }) })
}

/** Logs in at the vault and at the fake gateway: with a link on a new device, without one on a known device. */
export async function logIn(vault: TestVault, key: TestKey, email: string): Promise<EmailClaimResponse> {
  const { tx, action, matchCode = '' } = await start(key, email)
  if (action === 'VERIFY_OTP') return logInAgain(vault, key, tx, introduce(vault, key, tx, email))
  return finish(vault, key, { tx, email, matchCode })
}

/** Logs in with a device that the vault knows and the gateway does not: it gets a link. */
export async function logInByLink(
  vault: TestVault,
  key: TestKey,
  email: string,
): Promise<EmailClaimResponse> {
  const { tx } = await start(key, email)
  const { matchCode = '' } = await readAnswer<EmailStartResponse>(await key.call('/v1/email/link', { tx }))
  return finish(vault, key, { tx, email, matchCode })
}

/** Approves the link, claims the login, and activates its grant. */
async function finish(
  vault: TestVault,
  key: TestKey,
  { tx, email, matchCode }: { tx: string; email: string; matchCode: string },
): Promise<EmailClaimResponse> {
  await approve(vault, email, matchCode)
  const claimed = await readAnswer<EmailClaimResponse>(await claim(key, tx))
  const introduced = await introduce(vault, key, tx, email)(claimed.userId)
  await readAnswer(await key.call('/v1/grants/activate', { grant: claimed.grant, introduced }))
  return claimed
}

/** Returns a function that signs the fake gateway's statement about a login. */
const introduce = (vault: TestVault, key: TestKey, tx: string, email: string) => (sub: string) => {
  const address = hashAddress({ tx, email: normalizeEmail(email) as string })
  return vault.gateway.introduce({ sub, jkt: key.jkt, tx, address }, { now: vault.now() })
}

/** The gateway knows whose address it is; here it tries the users that the device belongs to. */
async function logInAgain(
  vault: TestVault,
  key: TestKey,
  tx: string,
  introduce: (sub: string) => Promise<string>,
): Promise<EmailClaimResponse> {
  const devices = vault.services.database.selectFrom('devices').select('user_id')
  for (const { user_id } of await devices.where('jkt', '=', key.jkt).execute()) {
    const response = await claim(key, tx, await introduce(user_id))
    if (response.status === 200) return readAnswer(response)
  }
  throw new Error('no user of this device has this address')
}

async function readAnswer<Value>(response: Response): Promise<Value> {
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as Value
}
