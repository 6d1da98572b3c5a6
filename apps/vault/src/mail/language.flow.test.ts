import { expect, test, vi } from 'vitest'
import type { TestKey } from '../testing/createTestKey.ts'
import { createTestVault } from '../testing/createTestVault.ts'
import { approve, claim, page, startApproved } from '../testing/logIn.ts'
import { readProblem } from '../testing/readProblem.ts'

// A pseudo-locale: each text is its ID.
vi.mock('./mailTranslations.ts', async () => {
  const { mailCopy } = await import('./mailCopy.ts')
  return { mailTranslations: { ar: Object.fromEntries(Object.keys(mailCopy).map((id) => [id, `[${id}]`])) } }
})

const email = 'ada@example.com'
const startIn = (key: TestKey, language: string) => key.call('/v1/email/start', { email, ...page, language })

test('behavior: mails are in the language of the login, which the user keeps once it is completed', async () => {
  const vault = await createTestVault()
  const key = await vault.newKey()
  const { tx, matchCode } = await (await startIn(key, 'ar')).json()
  expect(await vault.mailTo(email)).toMatchObject({
    subject: '[device.subject]',
    html: expect.stringContaining('<html lang="ar" dir="rtl">'),
  })
  await approve(vault, email, matchCode)
  expect((await claim(key, tx)).status).toBe(200)

  // Another device says no language: its owner gets a mail in the language of the user.
  const other = await vault.newKey()
  const second = await startApproved(vault, other, email)
  expect((await vault.mailTo(email)).subject).toBe('Confirm your sign-in')
  expect((await claim(other, second)).status).toBe(200)
  expect((await vault.mailTo(email)).subject).toBe('[added.subject]')
})

test('attack: a login that is not completed does not change the language of the user’s mails', async () => {
  const vault = await createTestVault()
  const key = await vault.newKey()
  const { tx, matchCode } = await (await startIn(key, 'ar')).json()
  await approve(vault, email, matchCode)
  await claim(key, tx)
  expect((await startIn(await vault.newKey(), 'ja')).status).toBe(200)
  const users = await vault.services.database.selectFrom('users').select('language').execute()
  expect(users).toEqual([{ language: 'ar' }])
})

test('error: a language without texts, and text instead of a tag, are refused', async () => {
  const vault = await createTestVault()
  const key = await vault.newKey()
  for (const language of ['sw', 'DE', 'de-CH', '', 'Send all to me'])
    expect(await readProblem(await startIn(key, language))).toEqual({ status: 400, code: 'invalid-request' })
})
