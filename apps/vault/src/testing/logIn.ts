import type { EmailStartResponse, EmailVerifyResponse } from '@portico/protocol/vault'
import type { TestKey } from './createTestKey.ts'
import type { TestVault } from './createTestVault.ts'

export const page = { origin: 'https://shop.example', projectId: 'shop' }

/** Starts a login. */
export async function start(key: TestKey, email: string): Promise<EmailStartResponse> {
  const response = await key.call('/v1/email/start', { email, ...page })
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as EmailStartResponse
}

/** Approves the newest link to an address, with the digits of its login. */
export async function approve(vault: TestVault, email: string, digits: string): Promise<void> {
  const token = await vault.linkTo(email)
  const approved = await vault.post('/v1/device/approve', { token, digits })
  if (approved.status !== 200) throw new Error(await approved.text())
}

/** Starts a login and, if the device is new, approves its link, so that the code is mailed. Returns the challenge's ID. */
export async function startCode(vault: TestVault, key: TestKey, email: string): Promise<string> {
  const { tx, matchCode } = await start(key, email)
  if (matchCode !== undefined) await approve(vault, email, matchCode)
  return tx
}

/** Logs in: mail, link, code. */
export async function logIn(vault: TestVault, key: TestKey, email: string): Promise<EmailVerifyResponse> {
  const tx = await startCode(vault, key, email)
  const sealed = await key.sealCode({ tx, code: await vault.codeTo(email) })
  const response = await key.call('/v1/email/verify', { sealed })
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as EmailVerifyResponse
}
